#include "admin/check/missing_posts.h"

#include <stdlib.h>

#include "admin/check/check_lists.h"
#include "schema/key.h"

/* So many authors are asked at once, and for so many posts at first. */
#define AUTHORS 100
#define FIRST   50

/* So many entries at the end may have come late. */
#define LATE 32

/* A post that was written so soon after a follow may count as older. */
#define MOMENT_SECONDS 5

bool home_is_kept(const struct home_check *l)
{
	return l->is.member.username && (int64_t)l->ttl > 0;
}

/*
 * Posts older than the oldest entry may have been cut off.  In a long timeline
 * a post that came late may stand at the end, older than those cut off.
 */
static uint64_t lacks_oldest(const struct home_check *l)
{
	size_t late = l->ids.n < TIMELINE_CAP / 2 ? 1 : LATE;
	uint64_t id = 0;

	for (size_t i = l->ids.n - late; i < l->ids.n; i++)
		id = l->ids.v[i] > id ? l->ids.v[i] : id;
	return id;
}

static bool lacks_post(const struct home_check *l, uint64_t id)
{
	return id > l->oldest && !bsearch(&id, l->sorted.v, l->sorted.n,
					  sizeof id, ids_smaller_first);
}

/* ---- by author --------------------------------------------------------- */

struct author {
	struct pass_subject is;
	const struct home_check *home;
	uint64_t since;
	int from, to; /* in own: */
	struct rt_ids own;
	struct post_hash *post; /* of those that are lacking */
};

static void author_queue_own(struct rt_pipe *p, void *one)
{
	struct author *by = one;

	rt_pipe_ids(p, &by->own, (size_t)(by->to - by->from) + 1,
		    "LRANGE " KEY_OWN " %d %d", by->is.at.id, by->from,
		    by->to);
}

static void author_queue_posts(struct rt_pipe *p, void *one)
{
	struct author *by = one;

	by->post = arena_alloc(p->a, by->own.n * sizeof *by->post);
	for (size_t i = 0; i < by->own.n; i++)
		if (lacks_post(by->home, by->own.v[i]))
			post_hash_queue(p, &by->post[i], by->own.v[i]);
}

/* PHP, too, brings nothing that was written before the follow. */
static void author_judge(struct check *c, const void *one)
{
	const struct author *by = one;

	for (size_t i = 0; i < by->own.n; i++) {
		const struct post_hash *post = &by->post[i];
		bool is_older =
			rt_u64(post->time) <= by->since + MOMENT_SECONDS;

		if (post->time && post->user_id)
			check_found(c,
				    is_older || !post->username ? HOME_STALE
								: HOME_MISSING,
				    by->home->is.at, by->own.v[i], NULL);
	}
}

static enum rt_err authors_check(struct check *c, struct author *by, size_t n)
{
	static const struct pass look = { .size = sizeof(struct author),
					  .ask = { author_queue_own,
						   author_queue_posts },
					  .judge = author_judge };

	return pass_judge(c, &look, &c->part, by, n);
}

/* Few authors have so many posts that are newer than a whole timeline. */
static size_t authors_select_busy(struct author *by, size_t n)
{
	size_t busy = 0;

	for (size_t i = 0; i < n; i++)
		if (by[i].own.n == FIRST &&
		    by[i].own.v[FIRST - 1] > by[i].home->oldest) {
			by[busy] = by[i];
			by[busy].from = FIRST;
			by[busy++].to = TIMELINE_CAP - 1;
		}
	return busy;
}

/* Of those from the place `at` on; and before the first of all, the owner. */
static size_t authors_next(const struct home_check *l, struct author *by,
			   size_t at)
{
	size_t n = 0, followed = l->followed.n / 2;

	if (!at)
		by[n++].is.at = l->is.at;
	for (size_t i = at; i < followed && i < at + AUTHORS; i++, n++) {
		by[n].is.at = AT(l->followed.v[2 * i]);
		by[n].since = l->followed.v[2 * i + 1];
	}
	for (size_t i = 0; i < n; i++) {
		by[i].home = l;
		by[i].to = FIRST - 1;
	}
	return n;
}

enum rt_err home_misses(struct check *c, struct home_check *l)
{
	enum rt_err err = RT_OK;

	if (!home_is_kept(l) || !l->ids.n)
		return RT_OK;
	l->sorted = list_sorted(&c->chunk, l->ids);
	l->oldest = lacks_oldest(l);
	for (size_t at = 0; !err && at <= l->followed.n / 2; at += AUTHORS) {
		struct author *by;
		size_t n;

		arena_reset(&c->part);
		by = arena_alloc(&c->part, (AUTHORS + 1) * sizeof *by);
		n = authors_next(l, by, at);
		if (!(err = authors_check(c, by, n)))
			err = authors_check(c, by, authors_select_busy(by, n));
	}
	return err;
}
