/*
 * Making a home timeline out of the own: lists of all whom its owner follows.
 *
 * We read the newest 50 posts of each.  The thousandth newest of all these
 * says how far back the timeline goes.  Only a member who wrote 50 posts since
 * then can have more in it, and there are at most twenty of these.  So for an
 * owner who follows a thousand members we read 70,000 ids, not a million.
 *
 * Others post while we do this, and workers deliver.  No post may be in the
 * timeline twice, and none may be missing:
 *
 *  - Before we read we note the owner in `rebuilt`.  A worker that delivers a
 *    post looks there after its push, and takes a second copy out (deliver.h).
 *  - A post may be written after we have read its author's list, and delivered
 *    before there is a timeline to deliver it to.  So at the end we read the
 *    heads of all lists once more, and add what we missed.
 */
#include "libretwis/timeline/rebuild.h"

#include <string.h>

#include "libretwis/base/clock.h"
#include "libretwis/engine/lock.h"
#include "libretwis/post/push.h"
#include "libretwis/redis/ids.h"
#include "libretwis/timeline/rebuild_store.lua.h"

/*
 * We read so many posts of each list first, and again at the end: a member may
 * have scheduled many for one moment.  Further reading begins a little before
 * that place, since posts may have been deleted in between.
 */
#define HEAD    50
#define OVERLAP 10

/* If the owner follows somebody in between we begin again, so many times. */
#define ROUNDS 3

/* Of ten tabs one makes the timeline and nine wait, but not for ever. */
#define LOCK_MS 5000
#define WAIT_MS 2000

struct rebuild {
	uint64_t owner;
	struct rt_ids sources; /* whom the owner follows, and the owner */
	struct id_list ids;
	struct arena *a; /* for all that is read */
};

/* ---- reading ----------------------------------------------------------- */

static void rebuild_ask_sources(struct rt_pipe *p, struct rebuild *r,
				struct rt_ids *ids)
{
	rt_pipe_ids(p, ids, REBUILD_SOURCES,
		    "ZREVRANGE " KEY_FOLLOWING " 0 %d", r->owner,
		    REBUILD_SOURCES - 1);
	rt_pipe_lenient(p);
}

static struct rt_ids rebuild_with_owner(const struct rebuild *r,
					struct rt_ids ids)
{
	struct rt_ids all = { .n = ids.n + 1 };

	all.v = arena_alloc(r->a, all.n * sizeof *all.v);
	if (ids.n)
		memcpy(all.v, ids.v, ids.n * sizeof *ids.v);
	all.v[ids.n] = r->owner;
	return all;
}

static void rebuild_ask_own(struct rt_pipe *p, uint64_t author,
			    struct rt_ids *ids, int from, int to)
{
	rt_pipe_ids(p, ids, (size_t)(to - from), "LRANGE " KEY_OWN " %d %d",
		    author, from, to - 1);
}

static void rebuild_add(struct rebuild *r, const struct rt_ids *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		for (size_t at = 0; at < list[i].n; at++)
			ids_add(r->a, &r->ids, list[i].v[at]);
	ids_sort(&r->ids);
	if (r->ids.ids.n > TIMELINE_CAP)
		r->ids.ids.n = TIMELINE_CAP;
}

/* Reads on for each member whose 50 newest posts are all in the timeline. */
static enum rt_err rebuild_read_further(struct rt *rt, struct rebuild *r,
					const struct rt_ids *head)
{
	struct rt_ids found = r->ids.ids;
	uint64_t last = found.n < TIMELINE_CAP ? 0 : found.v[found.n - 1];
	struct rt_ids *more = arena_alloc(r->a, r->sources.n * sizeof *more);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_look(&p, rt, r->a);
	for (size_t i = 0; i < r->sources.n; i++)
		if (head[i].n == HEAD && head[i].v[HEAD - 1] > last)
			rebuild_ask_own(&p, r->sources.v[i], &more[i],
					HEAD - OVERLAP, TIMELINE_CAP);
	if ((err = rt_pipe_end(&p)))
		return err;
	rebuild_add(r, more, r->sources.n);
	return RT_OK;
}

static enum rt_err rebuild_read(struct rt *rt, struct rebuild *r)
{
	struct rt_ids *head = arena_alloc(r->a, r->sources.n * sizeof *head);
	struct rt_pipe p;
	enum rt_err err;

	r->ids = (struct id_list){ 0 };
	rt_pipe_look(&p, rt, r->a);
	for (size_t i = 0; i < r->sources.n; i++)
		rebuild_ask_own(&p, r->sources.v[i], &head[i], 0, HEAD);
	if ((err = rt_pipe_end(&p)))
		return err;
	rebuild_add(r, head, r->sources.n);
	return rebuild_read_further(rt, r, head);
}

/* ---- storing ----------------------------------------------------------- */

/* RT_FULL: there is no room for it. */
static enum rt_err rebuild_store(struct rt *rt, const struct rebuild *r)
{
	static uint64_t mark = TIMELINE_EMPTY;
	struct rt_ids ids = r->ids.ids;
	struct rt_pipe p;

	if (!ids.n)
		ids = (struct rt_ids){ .v = &mark, .n = 1 };
	rt_pipe_begin(&p, rt, r->a);
	rt_pipe_with(&p, ids, "EVAL %s 1 " KEY_POSTS " %d", REBUILD_STORE_LUA,
		     r->owner, TIMELINE_UNFINISHED);
	return rt_pipe_end(&p);
}

static bool rebuild_same(struct rt_ids one, struct rt_ids other)
{
	return one.n == other.n &&
	       memcmp(one.v, other.v, one.n * sizeof *one.v) == 0;
}

/* Whether a post belongs in the timeline, and we have not found it. */
static bool rebuild_missed(const struct rebuild *r, uint64_t id)
{
	struct rt_ids found = r->ids.ids;

	return (found.n < TIMELINE_CAP || id > found.v[found.n - 1]) &&
	       !ids_have(found, id);
}

/* Pushes what we missed, and lets the timeline live. */
static enum rt_err rebuild_add_newest(struct rt *rt, struct rebuild *r,
				      const struct rt_ids *newest)
{
	struct id_list missed = { 0 };
	struct rt_pipe p;

	for (size_t i = 0; i < r->sources.n; i++)
		for (size_t at = 0; at < newest[i].n; at++)
			if (rebuild_missed(r, newest[i].v[at]))
				ids_add(r->a, &missed, newest[i].v[at]);
	ids_sort(&missed);
	rt_pipe_begin(&p, rt, r->a);
	for (size_t i = missed.ids.n; i-- > 0;)
		push_home(&p, r->owner, missed.ids.v[i], true);
	rt_pipe(&p, "EXPIRE " KEY_POSTS " %d", r->owner, TIMELINE_SECONDS);
	rebuild_add(r, &missed.ids, 1);
	return rt_pipe_end(&p);
}

/* RT_NOT_FOUND: the owner follows others now, so all begins again. */
static enum rt_err rebuild_read_again(struct rt *rt, struct rebuild *r)
{
	struct rt_ids *newest =
		arena_alloc(r->a, r->sources.n * sizeof *newest);
	struct rt_ids sources = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_look(&p, rt, r->a);
	rebuild_ask_sources(&p, r, &sources);
	for (size_t i = 0; i < r->sources.n; i++)
		rebuild_ask_own(&p, r->sources.v[i], &newest[i], 0, HEAD);
	if ((err = rt_pipe_end(&p)))
		return err;
	sources = rebuild_with_owner(r, sources);
	if (rebuild_same(sources, r->sources))
		return rebuild_add_newest(rt, r, newest);
	r->sources = sources;
	err = rt_do(rt, r->a, "UNLINK " KEY_POSTS, r->owner);
	return err ? err : RT_NOT_FOUND;
}

/* ---- all of it --------------------------------------------------------- */

/* RT_TAKEN: the timeline is there. */
static enum rt_err rebuild_begin(struct rt *rt, struct rebuild *r)
{
	uint64_t is_there = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, r->a);
	rt_pipe_u64(&p, &is_there, "EXISTS " KEY_POSTS, r->owner);
	rt_pipe_try(&p, "ZADD " KEY_REBUILT " %lld " ID,
		    (long long)clock_date_ms(), r->owner);
	rebuild_ask_sources(&p, r, &r->sources);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (is_there)
		return RT_TAKEN;
	r->sources = rebuild_with_owner(r, r->sources);
	return RT_OK;
}

static enum rt_err rebuild_make(struct rt *rt, struct rebuild *r)
{
	enum rt_err err = rebuild_begin(rt, r);

	for (int round = 0; !err && round < ROUNDS; round++) {
		if ((err = rebuild_read(rt, r)))
			return err;
		err = rebuild_store(rt, r);
		if (err == RT_FULL)
			return RT_OK;
		if (!err && (err = rebuild_read_again(rt, r)) != RT_NOT_FOUND)
			return err;
		err = err == RT_NOT_FOUND ? RT_OK : err;
	}
	return err;
}

static struct rt_ids rebuild_copy(struct arena *a, struct rt_ids ids)
{
	struct rt_ids c = { .n = ids.n };

	c.v = arena_alloc(a, ids.n * sizeof *c.v);
	if (ids.n)
		memcpy(c.v, ids.v, ids.n * sizeof *c.v);
	return c;
}

/* The lock only saves work: two who make it at once end with one timeline. */
enum rt_err rebuild_home(struct rt *rt, struct arena *a, uint64_t owner,
			 struct rt_ids *ids)
{
	struct arena memory = { 0 };
	struct rebuild r = { .owner = owner, .a = &memory };
	struct lock lock = { 0 };
	enum rt_err err;

	lock_take(rt, a, arena_printf(a, "home:" ID, owner), LOCK_MS, WAIT_MS,
		  &lock);
	if (!(err = rebuild_make(rt, &r)))
		*ids = rebuild_copy(a, r.ids.ids);
	if (lock.token)
		lock_release(rt, a, &lock);
	arena_free(&memory);
	return err;
}
