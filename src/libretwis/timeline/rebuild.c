/*
 * Making a home timeline out of the own: lists of those who are followed.
 *
 * Of each the newest 50 posts are read, and of those the thousandth newest of
 * all tells how far back the timeline goes.  Only who wrote 50 posts since
 * then has more in it, and these are twenty members at most: so whoever
 * follows a thousand members reads 70,000 ids, not a million.
 *
 * Meanwhile others post and deliver.  Who says first that the timeline is
 * being made gets no second copy of what is just delivered (deliver.h); and
 * what was posted after its list was read, and delivered before the timeline
 * was there, is found by reading the lists' heads once more at the end.
 */
#include "libretwis/timeline/rebuild.h"

#include <string.h>

#include "libretwis/base/clock.h"
#include "libretwis/engine/lock.h"
#include "libretwis/post/push.h"
#include "libretwis/redis/ids.h"

/*
 * So many posts of each are read at first, and again at the end, since a member
 * may have scheduled many for one moment.  What is read further begins a little
 * before, as posts may be deleted meanwhile.
 */
#define HEAD    50
#define OVERLAP 10

/* Follows and stops of just this moment begin it anew, but not for ever. */
#define ROUNDS 3

/* Ten tabs wait for the one that works; and nobody longer than this. */
#define LOCK_MS 5000
#define WAIT_MS 2000

struct rebuild {
	uint64_t owner;
	struct rt_ids sources; /* those who are followed, and the owner */
	struct id_list ids;
	struct arena *a; /* for all that is read */
};

/* ---- reading ----------------------------------------------------------- */

static void ask_sources(struct rt_pipe *p, struct rebuild *r,
			struct rt_ids *ids)
{
	rt_pipe_ids(p, ids, "ZREVRANGE " KEY_FOLLOWING " 0 %d", r->owner,
		    REBUILD_SOURCES - 1);
}

static struct rt_ids with_owner(const struct rebuild *r, struct rt_ids ids)
{
	struct rt_ids all = { .n = ids.n + 1 };

	all.v = arena_alloc(r->a, all.n * sizeof *all.v);
	if (ids.n)
		memcpy(all.v, ids.v, ids.n * sizeof *ids.v);
	all.v[ids.n] = r->owner;
	return all;
}

static void ask_own(struct rt_pipe *p, uint64_t author, struct rt_ids *ids,
		    int from, int to)
{
	rt_pipe_ids(p, ids, "LRANGE " KEY_OWN " %d %d", author, from, to - 1);
}

static void add(struct rebuild *r, const struct rt_ids *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		for (size_t at = 0; at < list[i].n; at++)
			ids_add(r->a, &r->ids, list[i].v[at]);
	ids_sort(&r->ids);
	if (r->ids.ids.n > TIMELINE_CAP)
		r->ids.ids.n = TIMELINE_CAP;
}

/* Further posts of those whose 50 newest are all in the timeline. */
static enum rt_err read_further(struct rt *rt, struct rebuild *r,
				const struct rt_ids *head)
{
	struct rt_ids found = r->ids.ids;
	uint64_t last = found.n < TIMELINE_CAP ? 0 : found.v[found.n - 1];
	struct rt_ids *more = arena_alloc(r->a, r->sources.n * sizeof *more);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, r->a);
	for (size_t i = 0; i < r->sources.n; i++)
		if (head[i].n == HEAD && head[i].v[HEAD - 1] > last)
			ask_own(&p, r->sources.v[i], &more[i], HEAD - OVERLAP,
				TIMELINE_CAP);
	if ((err = rt_pipe_end(&p)))
		return err;
	add(r, more, r->sources.n);
	return RT_OK;
}

static enum rt_err read_posts(struct rt *rt, struct rebuild *r)
{
	struct rt_ids *head = arena_alloc(r->a, r->sources.n * sizeof *head);
	struct rt_pipe p;
	enum rt_err err;

	r->ids = (struct id_list){ 0 };
	rt_pipe_begin(&p, rt, r->a);
	for (size_t i = 0; i < r->sources.n; i++)
		ask_own(&p, r->sources.v[i], &head[i], 0, HEAD);
	if ((err = rt_pipe_end(&p)))
		return err;
	add(r, head, r->sources.n);
	return read_further(rt, r, head);
}

/* ---- storing ----------------------------------------------------------- */

/*
 * Whole, or not at all; not over one that has come into being meanwhile.  Until
 * the lists' heads were read again it is not to stay.
 */
#define STORE                                                                 \
	"if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end "            \
	"redis.call('RPUSH', KEYS[1], unpack(ARGV, 2)) "                      \
	"redis.call('EXPIRE', KEYS[1], ARGV[1]) return 1"

static enum rt_err store(struct rt *rt, const struct rebuild *r)
{
	static uint64_t mark = TIMELINE_EMPTY;
	struct rt_ids ids = r->ids.ids;
	struct rt_pipe p;

	if (!ids.n)
		ids = (struct rt_ids){ .v = &mark, .n = 1 };
	rt_pipe_begin(&p, rt, r->a);
	rt_pipe_with(&p, ids, "EVAL %s 1 " KEY_POSTS " %d", STORE, r->owner,
		     TIMELINE_UNFINISHED);
	return rt_pipe_end(&p);
}

static bool are_same(struct rt_ids one, struct rt_ids other)
{
	return one.n == other.n &&
	       memcmp(one.v, other.v, one.n * sizeof *one.v) == 0;
}

/* Whether a post has a place among those that were found, and is not there. */
static bool is_missed(const struct rebuild *r, uint64_t id)
{
	struct rt_ids found = r->ids.ids;

	return (found.n < TIMELINE_CAP || id > found.v[found.n - 1]) &&
	       !ids_have(found, id);
}

static enum rt_err add_newest(struct rt *rt, struct rebuild *r,
			      const struct rt_ids *newest)
{
	struct id_list missed = { 0 };
	struct rt_pipe p;

	for (size_t i = 0; i < r->sources.n; i++)
		for (size_t at = 0; at < newest[i].n; at++)
			if (is_missed(r, newest[i].v[at]))
				ids_add(r->a, &missed, newest[i].v[at]);
	ids_sort(&missed);
	rt_pipe_begin(&p, rt, r->a);
	for (size_t i = missed.ids.n; i-- > 0;)
		push_home(&p, r->owner, missed.ids.v[i], true);
	rt_pipe(&p, "EXPIRE " KEY_POSTS " %d", r->owner, TIMELINE_SECONDS);
	add(r, &missed.ids, 1);
	return rt_pipe_end(&p);
}

/* RT_NOT_FOUND: others are followed now, and all is to be done again. */
static enum rt_err look_again(struct rt *rt, struct rebuild *r)
{
	struct rt_ids *newest =
		arena_alloc(r->a, r->sources.n * sizeof *newest);
	struct rt_ids sources = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, r->a);
	ask_sources(&p, r, &sources);
	for (size_t i = 0; i < r->sources.n; i++)
		ask_own(&p, r->sources.v[i], &newest[i], 0, HEAD);
	if ((err = rt_pipe_end(&p)))
		return err;
	sources = with_owner(r, sources);
	if (are_same(sources, r->sources))
		return add_newest(rt, r, newest);
	r->sources = sources;
	rt_pipe_begin(&p, rt, r->a);
	rt_pipe(&p, "UNLINK " KEY_POSTS, r->owner);
	err = rt_pipe_end(&p);
	return err ? err : RT_NOT_FOUND;
}

/* ---- all of it --------------------------------------------------------- */

static enum rt_err begin(struct rt *rt, struct rebuild *r)
{
	uint64_t is_there = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, r->a);
	rt_pipe_u64(&p, &is_there, "EXISTS " KEY_POSTS, r->owner);
	rt_pipe_try(&p, "ZADD " KEY_REBUILT " %lld " ID,
		    (long long)clock_date_ms(), r->owner);
	ask_sources(&p, r, &r->sources);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (is_there)
		return RT_TAKEN;
	r->sources = with_owner(r, r->sources);
	return RT_OK;
}

static enum rt_err make(struct rt *rt, struct rebuild *r)
{
	enum rt_err err = begin(rt, r);

	for (int round = 0; !err && round < ROUNDS; round++) {
		if ((err = read_posts(rt, r)))
			return err;
		err = store(rt, r);
		if (err == RT_FULL)
			return RT_OK;
		if (!err && (err = look_again(rt, r)) != RT_NOT_FOUND)
			return err;
		err = err == RT_NOT_FOUND ? RT_OK : err;
	}
	return err;
}

static struct rt_ids copy(struct arena *a, struct rt_ids ids)
{
	struct rt_ids c = { .n = ids.n };

	c.v = arena_alloc(a, ids.n * sizeof *c.v);
	if (ids.n)
		memcpy(c.v, ids.v, ids.n * sizeof *c.v);
	return c;
}

/* Without the lock it is only done twice. */
enum rt_err rebuild(struct rt *rt, struct arena *a, uint64_t owner,
		    struct rt_ids *ids)
{
	struct arena memory = { 0 };
	struct rebuild r = { .owner = owner, .a = &memory };
	struct lock lock = { 0 };
	enum rt_err err;

	lock_take(rt, a, arena_printf(a, "home:" ID, owner), LOCK_MS, WAIT_MS,
		  &lock);
	if (!(err = make(rt, &r)))
		*ids = copy(a, r.ids.ids);
	if (lock.token)
		lock_release(rt, a, &lock);
	arena_free(&memory);
	return err;
}
