/*
 * Home timelines in an adopted database.
 *
 * Each has the posts of its owner and of the members whom the owner follows,
 * in the order in which they were delivered.  That may be hours after they
 * were written, and now and then a post is there twice, until the owner's next
 * visit puts it right (home_list.h).  A timeline without an expiry is from a
 * time when wrong ones were not thrown away, and may lack posts.
 *
 * The repair of nearly everything is to delete the timeline, since the owner's
 * next visit builds it again.
 */
#include <stdlib.h>

#include "admin/check/lists.h"
#include "admin/check/checks.h"
#include "patterns/queue.h"
#include "schema/key.h"

/* One home timeline, and what was read about it. */
struct home_check {
	struct record is; /* its owner */
	const char *key;
	uint64_t ttl;
	struct rt_ids ids, followed; /* each id, and then its time */
	struct rt_ids sorted;        /* the ids, smallest first */
	uint64_t oldest;             /* older posts may be cut off */
	union post_fields *post;
	const char *
		*stays; /* whether its author has the owner as a follower */
};

/* How many authors are read at once, and how many posts of each at first. */
#define AUTHORS 100
#define FIRST   50

/* How many entries at the end may have come late. */
#define LATE 32

/* A post written this soon after a follow may count as older than it. */
#define MOMENT_SECONDS 5

static bool home_is_kept(const struct home_check *l)
{
	return l->is.member.username && (int64_t)l->ttl > 0;
}

/*
 * Posts older than the oldest entry may have been cut off.  But in a long
 * timeline the last entry may be a post that came late and is older than those
 * that were cut off, so there the newest of the last entries counts.
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
	struct record is;
	const struct home_check *home;
	uint64_t since;
	int from, to; /* in own: */
	struct rt_ids own;
	union post_fields *post; /* only of those that are missing */
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

/* PHP Retwis, too, delivers nothing from before the follow. */
static void author_judge(struct check *c, const void *one)
{
	const struct author *by = one;

	for (size_t i = 0; i < by->own.n; i++) {
		const union post_fields *post = &by->post[i];
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
	static const struct pass pass = { .size = sizeof(struct author),
					  .step = { author_queue_own,
						    author_queue_posts },
					  .judge = author_judge };

	return pass_judge(c, &pass, &c->part, by, n);
}

/* Few authors have more posts than FIRST that a timeline reaches. */
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

/* The followed from the place `at` on; before the first, the owner. */
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

static enum rt_err home_misses(struct check *c, struct home_check *l)
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

/* ---- what waits -------------------------------------------------------- */

/* Read in the order in which a job moves, so that none is overlooked. */
static enum rt_err home_read_waiting(struct check *c, uint64_t *waiting)
{
	struct queue_stats queue;
	enum rt_err err;

	if ((err = rt_read_u64(c->rt, &c->chunk, waiting,
			       "ZCARD " KEY_OUTBOX)) ||
	    (err = queue_stats(c->rt, &c->chunk, DELIVER_QUEUE, &queue)))
		return err;
	*waiting += queue.waiting + queue.dead + queue.in_hand;
	return RT_OK;
}

/* ---- what is in it ----------------------------------------------------- */

static void home_queue_lists(struct rt_pipe *p, void *one)
{
	struct home_check *l = one;
	uint64_t id = l->is.at.id;

	l->key = arena_printf(p->a, KEY_POSTS, id);
	rt_pipe_u64(p, &l->ttl, "TTL " KEY_POSTS, id);
	rt_pipe_ids(p, &l->followed, RT_ALL,
		    "ZREVRANGE " KEY_FOLLOWING " 0 -1 WITHSCORES", id);
	rt_pipe_ids(p, &l->ids, RT_ALL, "LRANGE " KEY_POSTS " 0 -1", id);
}

static void home_queue_posts(struct rt_pipe *p, void *one)
{
	struct home_check *l = one;

	l->post = arena_alloc(p->a, l->ids.n * sizeof *l->post);
	l->stays = arena_alloc(p->a, l->ids.n * sizeof *l->stays);
	for (size_t i = 0; l->is.member.username && i < l->ids.n; i++)
		post_author_queue(p, &l->post[i], l->ids.v[i]);
}

static bool home_follows(const struct home_check *l, uint64_t author)
{
	for (size_t i = 0; i + 1 < l->followed.n; i += 2)
		if (l->followed.v[i] == author)
			return true;
	return author == l->is.at.id;
}

static bool home_is_strange(const struct home_check *l, size_t i)
{
	uint64_t author = rt_u64(l->post[i].user_id);

	return home_is_kept(l) && author && !home_follows(l, author);
}

static void home_queue_strangers(struct rt_pipe *p, void *one)
{
	struct home_check *l = one;

	for (size_t i = 0; i < l->ids.n; i++)
		if (home_is_strange(l, i))
			rt_pipe_str(p, &l->stays[i],
				    "ZSCORE " KEY_FOLLOWERS " " ID,
				    rt_u64(l->post[i].user_id), l->is.at.id);
}

static const struct pass home_reading = {
	sizeof(struct home_check), A_MEMBER,
	.step = { home_queue_lists, home_queue_posts, home_queue_strangers }
};

/* ---- what is wrong ----------------------------------------------------- */

/*
 * An author who was unfollowed, but still has the follower, goes on delivering.
 * And PHP Retwis takes nothing out of a timeline.  Posts that are gone are no
 * fault: deleting a post leaves it in home timelines, where pages skip it.
 */
static void home_judge_entries(struct check *c, const struct home_check *l)
{
	for (size_t i = 0; i < l->ids.n; i++) {
		bool is_left = l->stays[i] || !l->post[i].username;

		if (home_is_strange(l, i))
			check_found(c, is_left ? HOME_LEFT : HOME_WRONG,
				    l->is.at, l->ids.v[i], NULL);
	}
}

static enum rt_err home_judge(struct check *c, struct home_check *l,
			      bool waits)
{
	const struct list list = { .of = l->is.at,
				   .key = l->key,
				   .ids = l->ids,
				   .cap = TIMELINE_LONGEST,
				   .is_home = true };
	enum rt_err err;

	if (!l->is.member.username)
		return RT_OK;
	home_judge_entries(c, l);
	err = list_faults(c, &list);
	return err || waits ? err : home_misses(c, l);
}

enum rt_err check_home(struct check *c, const struct subject *v, size_t n)
{
	struct home_check *l = pass_room(c, &home_reading, v, n);
	uint64_t waiting = 0;
	enum rt_err err;

	if ((err = home_read_waiting(c, &waiting)) ||
	    (err = pass_queue(c, &home_reading, &c->chunk, l, n)))
		return err;
	if (waiting)
		check_found(c, HOME_PENDING, AT(0), 0, NULL);
	for (size_t i = 0; !err && i < n; i++)
		err = home_judge(c, &l[i], waiting);
	return err;
}

/* ---- repairs ------------------------------------------------------------ */

/* The owner's next visit builds a new one. */
enum rt_err repair_home(struct check *c, const struct fault *f)
{
	return rt_do(c->rt, &c->chunk, "UNLINK " KEY_POSTS, f->at.id);
}
