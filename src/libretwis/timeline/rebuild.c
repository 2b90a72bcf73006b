/*
 * Making a home timeline out of what gather.c finds.
 *
 * Others post while we do this, and workers deliver.  No post may be in the
 * timeline twice, and none may be missing.  So a rebuild goes
 *
 *	lock	take the lock; only its holder ever writes the timeline
 *	mark	score the owner +inf in `rebuilt:`, if there is no timeline
 *	read	the own: lists
 *	store	the timeline, for a minute only
 *	again	read the heads of all lists once more
 *	add	what we missed, and ask `next_post_id`
 *	done	score the owner the highest id that we can have read
 *	end	let the timeline live, and release the lock
 *
 * and a delivery of a post P goes
 *
 *	fans	read who follows
 *	push	P to each timeline that is there
 *	doubt	read their scores in `rebuilt:`, after the push
 *	settle	where the score is not below P: one copy of P, or none if its
 *		author is no longer followed
 *
 * What can happen at once, and why it ends right:
 *
 *  - We have read P, and the push finds our timeline: P is in it twice.  The
 *    push came after our store, so the doubt comes after our mark, and finds
 *    +inf, or a score that is not below any id which we have read.  It takes
 *    the second copy out.  Posts that get their ids later cost nothing.
 *  - P is written after we have read its author's list, and pushed before there
 *    is a timeline.  It is in that list before it is pushed, so we read it
 *    again and add it, unless a delivery was faster.
 *  - The owner stops following P's author between fans and push.  The timeline
 *    is made again then, and `next_post_id`, which we ask after all of that, is
 *    not below P: so the delivery doubts, and takes P out.
 *  - Two make it at once: the second waits for the lock, and finds the timeline.
 *    If it has waited in vain it shows what it has read, and stores nothing.
 *  - We are so slow that our lock runs out, and another one makes the timeline.
 *    The lock lies with the timeline on one server, and each script of ours
 *    that writes the timeline looks at it: so we write nothing any more, and
 *    leave the +inf alone.  Only between add and done nobody looks: there we
 *    could replace the +inf of the other one, who might be reading now.  But
 *    then the other one finds a score where its +inf should be, throws its
 *    timeline away and begins again.
 *  - The owner follows somebody, which drops the timeline: before we read whom
 *    the owner follows once more, and so we begin again; or after that, and so
 *    there is nothing to add to, and we leave the +inf.  The page of the follow
 *    waits for our lock, and makes the next one.
 *  - We die.  Before store there is nothing but the +inf.  From store to end the
 *    timeline lacks a post at worst, and goes after its minute.  After done its
 *    score is true.  After end there is nothing left to do.
 *  - Redis is full at mark, or `rebuilt:` has another type: then we store
 *    nothing, for nobody would doubt it.
 *
 * A +inf that stays behind makes deliveries look twice at this one timeline,
 * and the next rebuild that comes to its end replaces it.
 *
 * While the key of an earlier Retwis is there (marks.h), we mark and score the
 * owner there as well, and only if our mark stood in both we are done: so it
 * does not matter who delivers, and who makes it at once with us.
 */
#include "libretwis/timeline/rebuild.h"

#include <string.h>

#include "patterns/lock.h"
#include "libretwis/timeline/gather.h"
#include "libretwis/timeline/rebuild_add.lua.h"
#include "libretwis/timeline/rebuild_end.lua.h"
#include "libretwis/timeline/rebuild_mark.lua.h"
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
	bool keeps; /* we may store it */
	bool done;  /* and have: let it live */
	uint64_t next_post;
	uint64_t is_earlier; /* the key of an earlier Retwis is there */
};

/* ---- before we read ---------------------------------------------------- */

static void rebuild_mark(struct rt_pipe *p, struct rebuild *r)
{
	uint64_t owner = r->found.owner;

	rt_pipe(p, "ZADD " KEY_REBUILT " +inf " ID, REBUILT_OF(owner), owner);
	rt_pipe_u64(p, &r->is_earlier, "EXISTS " KEY_REBUILT_EARLIER);
}

/* Marks the owner, and asks whom the owner follows. */
static enum rt_err rebuild_begin(struct rt *rt, struct rebuild *r)
{
	struct rt_ids sources = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, r->found.a);
	if (r->keeps)
		rebuild_mark(&p, r);
	gather_queue_sources(&p, &r->found, &sources);
	err = rt_pipe_end(&p);
	if (!err && r->keeps && r->is_earlier)
		err = rt_do(rt, r->found.a,
			    "ZADD " KEY_REBUILT_EARLIER " +inf " ID,
			    r->found.owner);
	if ((err == RT_FULL || err == RT_BROKEN) && r->keeps) {
		r->keeps = false;
		return rebuild_begin(rt, r);
	}
	gather_parse_sources(&r->found, sources);
	return err;
}

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
static enum rt_err rebuild_add(struct rt *rt, struct rebuild *r,
			       struct rt_ids missed)
{
	uint64_t added = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, r->found.a);
	rt_pipe_u64_with(&p, &added, missed,
			 "EVAL %s 2 " KEY_POSTS " " KEY_LOCK " %s %d",
			 REBUILD_ADD_LUA, r->found.owner, r->lock.name,
			 r->lock.token, TIMELINE_CAP);
	rt_pipe_u64(&p, &r->next_post, "GET " KEY_NEXT_POST);
	rt_pipe_lenient(&p);
	err = rt_pipe_end(&p);
	return err || added ? err : RT_TAKEN;
}

/* Scores the owner, if our mark still stands where it was set. */
static enum rt_err rebuild_score(struct rt *rt, struct rebuild *r,
				 uint64_t score)
{
	uint64_t owner = r->found.owner, marked = 0, earlier = 1;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, r->found.a);
	rt_pipe_u64(&p, &marked, "EVAL %s 1 " KEY_REBUILT " " ID " " ID,
		    REBUILD_MARK_LUA, REBUILT_OF(owner), owner, score);
	if (r->is_earlier)
		rt_pipe_u64(&p, &earlier,
			    "EVAL %s 1 " KEY_REBUILT_EARLIER " " ID " " ID,
			    REBUILD_MARK_LUA, owner, score);
	if (!(err = rt_pipe_end(&p)))
		r->done = marked && earlier;
	return err;
}

/* RT_NOT_FOUND: somebody has put a score in the place of our mark. */
static enum rt_err rebuild_done(struct rt *rt, struct rebuild *r)
{
	struct rt_ids ids = r->found.ids.ids;
	uint64_t score = r->next_post;
	enum rt_err err;

	if (ids.n && ids.v[0] > score)
		score = ids.v[0];
	if ((err = rebuild_score(rt, r, score)))
		return err;
	return r->done ? RT_OK : RT_NOT_FOUND;
}

/* All that comes after reading; the errors are those of its parts. */
static enum rt_err rebuild_finish(struct rt *rt, struct rebuild *r)
{
	struct id_list missed = { 0 };
	enum rt_err err;

	if ((err = rebuild_store(rt, r)) ||
	    (err = gather_again(rt, &r->found, &missed)) ||
	    (err = rebuild_add(rt, r, missed.ids)))
		return err;
	return rebuild_done(rt, r);
}

/* ---- all of it --------------------------------------------------------- */

static enum rt_err rebuild_round(struct rt *rt, struct rebuild *r)
{
	enum rt_err err;

	if ((err = rebuild_begin(rt, r)) || (err = gather_read(rt, &r->found)))
		return err;
	if (!r->keeps)
		return RT_OK;
	err = rebuild_finish(rt, r);
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

static void rebuild_end(struct rt *rt, const struct rebuild *r)
{
	const struct lock *lock = &r->lock;

	if (r->done)
		rt_do(rt, r->found.a,
		      "EVAL %s 2 " KEY_LOCK " " KEY_POSTS " %s %d",
		      REBUILD_END_LUA, lock->name, r->found.owner, lock->token,
		      TIMELINE_SECONDS);
	else if (lock->token)
		lock_release(rt, r->found.a, lock);
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
	r.keeps = r.lock.token;
	if (!(err = rebuild_make(rt, &r)))
		*ids = rebuild_copy(a, r.found.ids.ids);
	rebuild_end(rt, &r);
	arena_free(&memory);
	return err;
}
