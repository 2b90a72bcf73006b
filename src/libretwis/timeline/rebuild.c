/*
 * Making a home timeline out of what gather.c finds.
 *
 * Others post while we do this, and workers deliver.  No post may be missing
 * afterwards.  So a rebuild goes
 *
 *	lock	take the lock of this timeline
 *	read	whom the owner follows, and their own: lists
 *	store	the timeline, for a minute only
 *	again	read whom the owner follows, and the heads of all lists, once more
 *	finish	add what we missed, let the timeline live, release the lock
 *
 * and a delivery of a post P, which is in its author's list before, goes
 *
 *	fans	read who follows
 *	push	P to each timeline that is there
 *	again	read who follows once more, and drop the timelines of those who
 *		have stopped (unfollowed.h)
 *
 * What can happen at once, and why it ends right:
 *
 *  - P is pushed before there is a timeline: then it was in its author's list
 *    before we stored, and we find it when we read again.
 *  - P is pushed later, and we have found it as well: it is there twice, or
 *    above newer posts.  Whoever reads the timeline sees that it does not fall,
 *    and puts it in order (home_list.c).
 *  - The owner follows or leaves somebody, which drops the timeline: before we
 *    read again, and so we see it and begin once more; or after that, and so
 *    there is nothing to finish.  The page of the follow waits for our lock, and
 *    makes the next one.
 *  - Two make it at once: the second waits for the lock, and finds the timeline.
 *    If it has waited in vain it shows what it has read, and stores nothing.
 *  - We are so slow that our lock runs out, and another one makes the timeline.
 *    The lock lies with the timeline on one server, and both scripts of ours
 *    that write the timeline look at it first: so we write nothing any more.
 *    What we have stored goes after its minute.
 *  - We die.  From store to finish the timeline lacks a post at worst, and goes
 *    after its minute.
 */
#include "libretwis/timeline/rebuild.h"

#include <string.h>

#include "patterns/lock.h"
#include "libretwis/timeline/gather.h"
#include "libretwis/timeline/rebuild_finish.lua.h"
#include "libretwis/timeline/rebuild_store.lua.h"
#include "schema/key.h"

/* If the owner follows somebody in between we begin again, so many times. */
#define ROUNDS 3

/* Of ten tabs one makes the timeline and nine wait, but not for ever. */
#define LOCK_MS 5000
#define WAIT_MS 2000

/* In the braces stands the timeline's key, so both lie on one server. */
#define LOCK_NAME "{" KEY_POSTS "}"

struct rebuild {
	struct gather found;
	struct lock lock;
	bool is_finished; /* and the lock is released */
};

/* ---- storing ----------------------------------------------------------- */

/* RT_TAKEN: it is not ours to store any more. */
static enum rt_err rebuild_store(struct rt *rt, const struct rebuild *r)
{
	uint64_t mark = TIMELINE_EMPTY, stored = 0;
	struct rt_ids ids = r->found.ids.ids;
	struct rt_pipe p;
	enum rt_err err;

	if (!ids.n)
		ids = (struct rt_ids){ .v = &mark, .n = 1 };
	rt_pipe_begin(&p, rt, r->found.a);
	rt_pipe_u64_with(&p, &stored, ids,
			 "EVAL %s 2 " KEY_POSTS " " KEY_LOCK " %s %d %d",
			 REBUILD_STORE_LUA, r->found.owner, r->lock.name,
			 r->lock.token, LOCK_MS, TIMELINE_UNFINISHED);
	err = rt_pipe_end(&p);
	return err || stored ? err : RT_TAKEN;
}

/* The same error. */
static enum rt_err rebuild_finish(struct rt *rt, struct rebuild *r,
				  struct rt_ids missed)
{
	uint64_t finished = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, r->found.a);
	rt_pipe_u64_with(&p, &finished, missed,
			 "EVAL %s 2 " KEY_POSTS " " KEY_LOCK " %s %d",
			 REBUILD_FINISH_LUA, r->found.owner, r->lock.name,
			 r->lock.token, TIMELINE_SECONDS);
	if ((err = rt_pipe_end(&p)))
		return err;
	r->is_finished = finished;
	return finished ? RT_OK : RT_TAKEN;
}

/* All that comes after reading; RT_NOT_FOUND: the owner follows others now. */
static enum rt_err rebuild_complete(struct rt *rt, struct rebuild *r)
{
	struct id_list missed = { 0 };
	enum rt_err err;

	if ((err = rebuild_store(rt, r)) ||
	    (err = gather_again(rt, &r->found, &missed)))
		return err;
	return rebuild_finish(rt, r, missed.ids);
}

/* ---- all of it --------------------------------------------------------- */

static enum rt_err rebuild_round(struct rt *rt, struct rebuild *r)
{
	enum rt_err err;

	if ((err = gather_sources(rt, &r->found)) ||
	    (err = gather_read(rt, &r->found)))
		return err;
	if (!r->lock.token)
		return RT_OK;
	err = rebuild_complete(rt, r);
	/* It could not be stored, and is shown all the same. */
	return err == RT_TAKEN || err == RT_FULL ? RT_OK : err;
}

/* RT_TAKEN: the timeline is there. */
static enum rt_err rebuild_make(struct rt *rt, struct rebuild *r)
{
	uint64_t owner = r->found.owner, is_there = 0;
	enum rt_err err;

	if ((err = rt_read_u64(rt, r->found.a, &is_there, "EXISTS " KEY_POSTS,
			       owner)))
		return err;
	if (is_there)
		return RT_TAKEN;
	for (int round = 0; round < ROUNDS; round++) {
		if ((err = rebuild_round(rt, r)) != RT_NOT_FOUND)
			return err;
		if ((err = rt_do(rt, r->found.a, "UNLINK " KEY_POSTS, owner)))
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
	struct rebuild r = { .found = { .owner = owner, .a = &memory } };
	enum rt_err err;

	lock_acquire(rt, &memory, arena_printf(&memory, LOCK_NAME, owner),
		     LOCK_MS, WAIT_MS, &r.lock);
	if (!(err = rebuild_make(rt, &r)))
		*ids = rebuild_copy(a, r.found.ids.ids);
	if (r.lock.token && !r.is_finished)
		lock_release(rt, &memory, &r.lock);
	arena_free(&memory);
	return err;
}
