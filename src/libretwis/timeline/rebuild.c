/*
 * Rebuilding a home timeline from the own: lists of everybody its owner
 * follows.
 *
 * Others post meanwhile, and workers deliver, and no post may be missing at
 * the end.  So a rebuild goes through these steps:
 *
 *	lock	take the lock of this timeline
 *	read	whom the owner follows, and their own: lists
 *	store	the timeline, which expires in a minute
 *	again	read whom the owner follows, and the heads of all lists
 *	finish	add what was missed, extend the timeline, release the lock
 *
 * And a delivery of a post P, which is in its author's list already, through
 * these:
 *
 *	fans	read who follows
 *	push	P to each timeline that exists
 *	again	read who follows, and drop the timelines of those who have
 *		unfollowed (deliver.h)
 *
 * What can happen at the same time, and why the result is right:
 *
 *  - P is pushed before the timeline exists.  Then P was in its author's list
 *    before we stored the timeline, and we find it when we read again.
 *  - P is pushed later, and we have found it as well.  Then it is there twice,
 *    or above newer posts.  Whoever reads the timeline sees that it is not
 *    sorted, and sorts it (home_list.c).
 *  - The owner follows or unfollows somebody, which drops the timeline.  If
 *    that happens before we read again, we see it and start again; if after,
 *    there is nothing to finish.  The request that follows waits for our lock,
 *    and then rebuilds the timeline itself.
 *  - Two requests rebuild it at once.  The second waits for the lock, and
 *    finds the timeline.  If it has waited in vain, it shows what it has read,
 *    and stores nothing.
 *  - We are so slow that our lock expires, and another request rebuilds the
 *    timeline.  Lock and timeline are on the same server, and both of our
 *    scripts that write the timeline check the lock first, so we write nothing
 *    any more.  What we have stored expires after its minute.
 *  - We die.  Between store and finish the timeline lacks a post at worst, and
 *    it expires after its minute.
 */
#include "libretwis/timeline/rebuild.h"

#include <string.h>

#include "libretwis/timeline/home_finish.lua.h"
#include "libretwis/timeline/home_store.lua.h"
#include "patterns/lock.h"
#include "redis/ids.h"
#include "schema/key.h"

/* ---- finding the posts ---------------------------------------------- */

/*
 * We read the newest 50 posts of everybody the owner follows.  The thousandth
 * newest of all these says how far back the timeline goes.  Only members who
 * wrote 50 posts since then can have more in it, and there are at most twenty
 * of them.  So for an owner who follows a thousand members we read 70,000 ids,
 * and not a million.
 */

/* Of the members whom the owner follows, the latest so many count. */
#define SOURCES_MAX 10000

/*
 * The head of a list is this many posts, and it is read again at the end: a
 * member may have scheduled many posts for one moment.  The rest is read from
 * a little before the end of the head, because posts may have been deleted in
 * between.
 */
#define HEAD    50
#define OVERLAP 10

/*
 * Other requests of this process get their replies after ours.  So they do not
 * wait for ten thousand lists, but for a hundred at most.
 */
#define LISTS_PER_TRIP 100

struct rebuild {
	uint64_t owner;
	struct arena *a;       /* for everything that is read */
	struct rt_ids sources; /* whom the owner follows, and the owner */
	struct id_list ids;    /* newest first, TIMELINE_CAP at most */
	struct lock lock;
	bool is_finished; /* and the lock has been released */
};

static void rebuild_queue_sources(struct rt_pipe *p, const struct rebuild *r,
				  struct rt_ids *ids)
{
	rt_pipe_ids(p, ids, SOURCES_MAX, "ZREVRANGE " KEY_FOLLOWING " 0 %d",
		    r->owner, SOURCES_MAX - 1);
	rt_pipe_lenient(p);
}

static void rebuild_parse_sources(struct rebuild *r, struct rt_ids ids)
{
	struct rt_ids all = { .n = ids.n + 1 };

	all.v = arena_alloc(r->a, all.n * sizeof *all.v);
	if (ids.n)
		memcpy(all.v, ids.v, ids.n * sizeof *ids.v);
	all.v[ids.n] = r->owner;
	r->sources = all;
}

static enum rt_err rebuild_read_sources(struct rt *rt, struct rebuild *r)
{
	struct rt_ids ids = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, r->a);
	rebuild_queue_sources(&p, r, &ids);
	if (!(err = rt_pipe_end(&p)))
		rebuild_parse_sources(r, ids);
	return err;
}

static void rebuild_queue_own(struct rt_pipe *p, uint64_t author,
			      struct rt_ids *ids, int from, int to)
{
	rt_pipe_ids(p, ids, (size_t)(to - from), "LRANGE " KEY_OWN " %d %d",
		    author, from, to - 1);
}

/*
 * Reads the heads of all lists; and, if `sources`, whom the owner follows now.
 */
static enum rt_err rebuild_read_heads(struct rt *rt, const struct rebuild *r,
				      struct rt_ids *head,
				      struct rt_ids *sources)
{
	enum rt_err err = RT_OK;
	struct rt_pipe p;
	size_t i = 0;

	while (!err && i < r->sources.n) {
		rt_pipe_begin_lenient(&p, rt, r->a);
		if (i == 0 && sources)
			rebuild_queue_sources(&p, r, sources);
		do
			rebuild_queue_own(&p, r->sources.v[i], &head[i], 0,
					  HEAD);
		while (++i < r->sources.n && i % LISTS_PER_TRIP);
		err = rt_pipe_end(&p);
	}
	return err;
}

static void rebuild_add_ids(struct rebuild *r, const struct rt_ids *list,
			    size_t n)
{
	for (size_t i = 0; i < n; i++)
		for (size_t at = 0; at < list[i].n; at++)
			ids_add(r->a, &r->ids, list[i].v[at]);
	ids_sort(&r->ids);
	if (r->ids.ids.n > TIMELINE_CAP)
		r->ids.ids.n = TIMELINE_CAP;
}

/* Reads more of each member whose 50 newest posts are all in the timeline. */
static enum rt_err rebuild_read_further(struct rt *rt, struct rebuild *r,
					const struct rt_ids *head)
{
	struct rt_ids found = r->ids.ids;
	uint64_t last = found.n < TIMELINE_CAP ? 0 : found.v[found.n - 1];
	struct rt_ids *more = arena_alloc(r->a, r->sources.n * sizeof *more);
	struct rt_pipe p;
	size_t busy = 0;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, r->a);
	for (size_t i = 0; i < r->sources.n; i++)
		if (head[i].n == HEAD && head[i].v[HEAD - 1] > last)
			rebuild_queue_own(&p, r->sources.v[i], &more[busy++],
					  HEAD - OVERLAP, TIMELINE_CAP);
	if (!(err = rt_pipe_end(&p)))
		rebuild_add_ids(r, more, busy);
	return err;
}

/*
 * One round trip for each hundred sources, and one more if somebody wrote all
 * of the newest posts.
 */
static enum rt_err rebuild_read_lists(struct rt *rt, struct rebuild *r)
{
	struct rt_ids *head = arena_alloc(r->a, r->sources.n * sizeof *head);
	enum rt_err err = rebuild_read_heads(rt, r, head, NULL);

	if (err)
		return err;
	r->ids = (struct id_list){ 0 };
	rebuild_add_ids(r, head, r->sources.n);
	return rebuild_read_further(rt, r, head);
}

static bool rebuild_is_same(struct rt_ids one, struct rt_ids other)
{
	return one.n == other.n &&
	       memcmp(one.v, other.v, one.n * sizeof *one.v) == 0;
}

/* True if the post belongs in the timeline, but was not found before. */
static bool rebuild_has_missed(const struct rebuild *r, uint64_t id)
{
	struct rt_ids found = r->ids.ids;

	return (found.n < TIMELINE_CAP || id > found.v[found.n - 1]) &&
	       !ids_have(found, id);
}

/*
 * Reads the heads of all lists again, and adds the posts that have come since
 * to `ids`; `missed` are only these.  RT_NOT_FOUND: the owner follows other
 * members now.  They have become the sources, and `ids` is useless.  One round
 * trip for each hundred sources.
 */
static enum rt_err rebuild_read_again(struct rt *rt, struct rebuild *r,
				      struct id_list *missed)
{
	struct rt_ids *head = arena_alloc(r->a, r->sources.n * sizeof *head);
	struct rt_ids ids = { 0 }, before = r->sources;
	enum rt_err err;

	if ((err = rebuild_read_heads(rt, r, head, &ids)))
		return err;
	rebuild_parse_sources(r, ids);
	if (!rebuild_is_same(before, r->sources))
		return RT_NOT_FOUND;
	for (size_t i = 0; i < r->sources.n; i++)
		for (size_t at = 0; at < head[i].n; at++)
			if (rebuild_has_missed(r, head[i].v[at]))
				ids_add(r->a, missed, head[i].v[at]);
	ids_sort(missed);
	rebuild_add_ids(r, &missed->ids, 1);
	return RT_OK;
}

/* ---- the steps ------------------------------------------------------ */

/* If the owner follows somebody meanwhile we start again, this many times. */
#define REBUILD_ATTEMPTS 3

/* Of ten tabs one rebuilds the timeline and nine wait, but not for ever. */
#define LOCK_MS 5000
#define WAIT_MS 2000

/* The timeline's key is in the braces, so that both are on the same server. */
#define LOCK_NAME "{" KEY_POSTS "}"

/* RT_TAKEN: the lock is no longer ours, or there is a timeline already. */
static enum rt_err rebuild_send_store(struct rt *rt, const struct rebuild *r)
{
	uint64_t none = TIMELINE_EMPTY, stored = 0;
	struct rt_ids ids = r->ids.ids;
	struct rt_pipe p;
	enum rt_err err;

	if (!ids.n)
		ids = (struct rt_ids){ .v = &none, .n = 1 };
	rt_pipe_begin(&p, rt, r->a);
	rt_pipe_u64_with(&p, &stored, ids,
			 "EVAL %s 2 " KEY_POSTS " " KEY_LOCK " %s %d %d",
			 HOME_STORE_LUA, r->owner, r->lock.name, r->lock.token,
			 LOCK_MS, TIMELINE_UNFINISHED);
	err = rt_pipe_end(&p);
	return err || stored ? err : RT_TAKEN;
}

/* RT_TAKEN: the lock is no longer ours, or the timeline was dropped. */
static enum rt_err rebuild_send_finish(struct rt *rt, struct rebuild *r,
				       struct rt_ids missed)
{
	uint64_t finished = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, r->a);
	rt_pipe_u64_with(&p, &finished, missed,
			 "EVAL %s 2 " KEY_POSTS " " KEY_LOCK " %s %d",
			 HOME_FINISH_LUA, r->owner, r->lock.name,
			 r->lock.token, TIMELINE_SECONDS);
	if ((err = rt_pipe_end(&p)))
		return err;
	r->is_finished = finished;
	return finished ? RT_OK : RT_TAKEN;
}

/*
 * All steps after reading.  RT_NOT_FOUND: the owner follows other members now.
 */
static enum rt_err rebuild_store_checked(struct rt *rt, struct rebuild *r)
{
	struct id_list missed = { 0 };
	enum rt_err err;

	if ((err = rebuild_send_store(rt, r)) ||
	    (err = rebuild_read_again(rt, r, &missed)))
		return err;
	return rebuild_send_finish(rt, r, missed.ids);
}

static enum rt_err rebuild_attempt(struct rt *rt, struct rebuild *r)
{
	enum rt_err err;

	if ((err = rebuild_read_sources(rt, r)) ||
	    (err = rebuild_read_lists(rt, r)))
		return err;
	if (!r->lock.token)
		return RT_OK;
	err = rebuild_store_checked(rt, r);
	/* If it could not be stored, it is shown all the same. */
	return err == RT_TAKEN || err == RT_FULL ? RT_OK : err;
}

/* RT_TAKEN: the timeline exists by now. */
static enum rt_err rebuild_run(struct rt *rt, struct rebuild *r)
{
	uint64_t owner = r->owner, is_there = 0;
	enum rt_err err;

	if ((err = rt_read_u64(rt, r->a, &is_there, "EXISTS " KEY_POSTS,
			       owner)))
		return err;
	if (is_there)
		return RT_TAKEN;
	for (int i = 0; i < REBUILD_ATTEMPTS; i++) {
		if ((err = rebuild_attempt(rt, r)) != RT_NOT_FOUND)
			return err;
		if ((err = rt_do(rt, r->a, "UNLINK " KEY_POSTS, owner)))
			return err;
	}
	return RT_OK;
}

static struct rt_ids rebuild_copy(struct arena *a, struct rt_ids ids)
{
	struct rt_ids c = { .n = ids.n };

	c.v = arena_alloc(a, ids.n * sizeof *c.v);
	if (ids.n)
		memcpy(c.v, ids.v, ids.n * sizeof *c.v);
	return c;
}

enum rt_err rebuild_home(struct rt *rt, struct arena *a, uint64_t owner,
			 struct rt_ids *ids)
{
	struct arena memory = { 0 };
	struct rebuild r = { .owner = owner, .a = &memory };
	enum rt_err err;

	lock_acquire(rt, &memory, arena_printf(&memory, LOCK_NAME, owner),
		     LOCK_MS, WAIT_MS, &r.lock);
	if (!(err = rebuild_run(rt, &r)))
		*ids = rebuild_copy(a, r.ids.ids);
	if (r.lock.token && !r.is_finished)
		lock_release(rt, &memory, &r.lock);
	arena_free(&memory);
	return err;
}
