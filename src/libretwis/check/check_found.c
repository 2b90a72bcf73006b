/* What was found, and in what order. */
#include <stdlib.h>
#include <string.h>

#include "libretwis/check/check.h"

static int compare_texts(const char *a, const char *b)
{
	if (!a || !b)
		return (a != NULL) - (b != NULL);
	return strcmp(a, b);
}

static int compare_ids(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

int check_compare(const struct fault *a, const struct fault *b)
{
	int order = (int)a->kind - (int)b->kind;

	if (!order)
		order = compare_ids(a->at.id, b->at.id);
	if (!order)
		order = compare_texts(a->at.text, b->at.text);
	if (!order)
		order = compare_ids(a->other, b->other);
	return order ? order : compare_texts(a->what, b->what);
}

static int compare(const void *a, const void *b)
{
	return check_compare(a, b);
}

/* An entry that moves while it is read may be met twice. */
void check_sort(struct faults *f)
{
	size_t n = 0;

	if (!f->n)
		return;
	qsort(f->v, f->n, sizeof *f->v, compare);
	for (size_t i = 0; i < f->n; i++)
		if (!n || check_compare(&f->v[i], &f->v[n - 1]) != 0)
			f->v[n++] = f->v[i];
	f->n = n;
}

static const char *keep(struct check *c, const char *text)
{
	return text ? arena_strdup(&c->all, text) : NULL;
}

void check_found(struct check *c, enum kind kind, struct subject at,
		 uint64_t other, const char *what)
{
	struct faults *f = &c->found;
	const struct fault *old = f->v;

	if (f->n == f->room) {
		f->room = f->room ? 2 * f->room : 64;
		f->v = arena_alloc(&c->all, f->room * sizeof *f->v);
		if (old)
			memcpy(f->v, old, f->n * sizeof *old);
	}
	f->v[f->n++] = (struct fault){
		.kind = kind,
		.walk = c->walk,
		.at = { at.id, keep(c, at.text) },
		.other = other,
		.what = keep(c, what),
	};
}

bool check_is_claimed(const struct check *c, uint64_t id)
{
	size_t low = 0, high = c->claimed.ids.n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (c->claimed.ids.v[middle] > id)
			low = middle + 1;
		else
			high = middle;
	}
	return low < c->claimed.ids.n && c->claimed.ids.v[low] == id;
}
