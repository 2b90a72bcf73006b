#include "redis/ids.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_ROOM 64
#define STEP       16

void ids_next(struct rt_pipe *p, const char *counter, unsigned tries,
	      uint64_t *id)
{
	uint64_t step = 1;

	for (unsigned i = 0; i < tries; i++)
		step *= STEP;
	if (tries)
		rt_pipe_u64(p, id, "INCRBY %s " ID, counter, step);
	else
		rt_pipe_u64(p, id, "INCR %s", counter);
}

void ids_add(struct arena *a, struct id_list *l, uint64_t id)
{
	const uint64_t *old = l->ids.v;

	if (l->ids.n == l->room) {
		l->room = l->room ? 2 * l->room : FIRST_ROOM;
		l->ids.v = arena_alloc(a, l->room * sizeof id);
		if (old)
			memcpy(l->ids.v, old, l->ids.n * sizeof id);
	}
	l->ids.v[l->ids.n++] = id;
}

int ids_smaller_first(const void *one, const void *other)
{
	uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)other;

	return (a > b) - (a < b);
}

static int ids_bigger_first(const void *one, const void *other)
{
	uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)other;

	return (a < b) - (a > b);
}

void ids_sort(struct id_list *l)
{
	uint64_t *v = l->ids.v;
	size_t n = 0;

	if (!v)
		return;
	qsort(v, l->ids.n, sizeof *v, ids_bigger_first);
	for (size_t i = 0; i < l->ids.n; i++)
		if (n == 0 || v[i] != v[n - 1])
			v[n++] = v[i];
	l->ids.n = n;
}

bool ids_have(struct rt_ids ids, uint64_t id)
{
	for (size_t i = 0; i < ids.n; i++)
		if (ids.v[i] == id)
			return true;
	return false;
}

size_t ids_place(struct rt_ids sorted, uint64_t id)
{
	size_t from = 0, to = sorted.n;

	while (from < to) {
		size_t middle = from + (to - from) / 2;

		if (sorted.v[middle] > id)
			from = middle + 1;
		else
			to = middle;
	}
	return from;
}
