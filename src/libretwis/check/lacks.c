#include "libretwis/check/lacks.h"

#include <stdlib.h>
#include <string.h>

/* So many authors are asked at once, and for so many posts at first. */
#define AUTHORS 100
#define FIRST   50

/* So many entries at the end may have come late. */
#define LATE 32

/* A post that was written so soon after a follow may count as older. */
#define MOMENT_SECONDS 5

bool home_is_kept(const struct home_look *l)
{
	return l->is.member.username && (int64_t)l->ttl > 0;
}

static void lacks_sort(struct check *c, struct home_look *l)
{
	size_t n = l->ids.n;

	l->sorted.v = arena_alloc(&c->chunk, n * sizeof *l->sorted.v);
	l->sorted.n = n;
	if (!n)
		return;
	memcpy(l->sorted.v, l->ids.v, n * sizeof *l->sorted.v);
	qsort(l->sorted.v, n, sizeof *l->sorted.v, ids_smaller_first);
}

/*
 * Posts older than the oldest entry may have been cut off.  In a long timeline
 * a post that came late may stand at the end, older than those cut off.
 */
static uint64_t lacks_oldest(const struct home_look *l)
{
	size_t late = l->ids.n < TIMELINE_CAP / 2 ? 1 : LATE;
	uint64_t id = 0;

	for (size_t i = l->ids.n - late; i < l->ids.n; i++)
		id = l->ids.v[i] > id ? l->ids.v[i] : id;
	return id;
}

static bool lacks_post(const struct home_look *l, uint64_t id)
{
	return id > l->oldest && !bsearch(&id, l->sorted.v, l->sorted.n,
					  sizeof id, ids_smaller_first);
}

struct author {
	uint64_t id, since;
	struct rt_ids own;
	struct post_hash *post; /* of those that are lacking */
};

/* PHP, too, brings nothing that was written before the follow. */
static void lacks_judge(struct check *c, const struct home_look *l,
			const struct author *by, size_t i)
{
	const struct post_hash *post = &by->post[i];
	bool is_older = rt_u64(post->time) <= by->since + MOMENT_SECONDS;

	if (post->time && post->user_id)
		check_found(c,
			    is_older || !post->username ? HOME_STALE
							: HOME_MISSING,
			    l->is.at, by->own.v[i], NULL);
}

static enum rt_err lacks_judge_all(struct check *c, const struct home_look *l,
				   struct author *by, size_t n)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, c->rt, &c->part);
	for (size_t k = 0; k < n; k++) {
		struct rt_ids own = by[k].own;

		by[k].post = arena_alloc(&c->part, own.n * sizeof *by[k].post);
		for (size_t i = 0; i < own.n; i++)
			if (lacks_post(l, own.v[i]))
				post_hash_ask(&p, &by[k].post[i], own.v[i]);
	}
	err = rt_pipe_end(&p);
	for (size_t k = 0; !err && k < n; k++)
		for (size_t i = 0; i < by[k].own.n; i++)
			lacks_judge(c, l, &by[k], i);
	return err;
}

static enum rt_err lacks_read_own(struct check *c, struct author *by, size_t n,
				  int from, int to)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, c->rt, &c->part);
	for (size_t i = 0; i < n; i++)
		rt_pipe_ids(&p, &by[i].own, (size_t)(to - from) + 1,
			    "LRANGE " KEY_OWN " %d %d", by[i].id, from, to);
	return rt_pipe_end(&p);
}

/* Few authors have so many posts that are newer than a whole timeline. */
static size_t lacks_keep_busy(const struct home_look *l, struct author *by,
			      size_t n)
{
	size_t busy = 0;

	for (size_t i = 0; i < n; i++)
		if (by[i].own.n == FIRST && by[i].own.v[FIRST - 1] > l->oldest)
			by[busy++] = by[i];
	return busy;
}

static enum rt_err lacks_look_at(struct check *c, const struct home_look *l,
				 struct author *by, size_t n)
{
	enum rt_err err;

	if ((err = lacks_read_own(c, by, n, 0, FIRST - 1)) ||
	    (err = lacks_judge_all(c, l, by, n)))
		return err;
	n = lacks_keep_busy(l, by, n);
	err = lacks_read_own(c, by, n, FIRST, TIMELINE_CAP - 1);
	return err ? err : lacks_judge_all(c, l, by, n);
}

enum rt_err home_lacks(struct check *c, struct home_look *l)
{
	size_t followed = l->followed.n / 2;
	enum rt_err err = RT_OK;

	if (!home_is_kept(l) || !l->ids.n)
		return RT_OK;
	lacks_sort(c, l);
	l->oldest = lacks_oldest(l);
	for (size_t at = 0; !err && at <= followed; at += AUTHORS) {
		struct author by[AUTHORS + 1] = { { .id = l->is.at.id } };
		size_t n = at ? 0 : 1;

		arena_reset(&c->part);
		for (size_t i = at; i < followed && i < at + AUTHORS; i++)
			by[n++] = (struct author){
				.id = l->followed.v[2 * i],
				.since = l->followed.v[2 * i + 1]
			};
		err = lacks_look_at(c, l, by, n);
	}
	return err;
}
