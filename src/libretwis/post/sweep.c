/*
 * What workers do every few seconds: finish posts and deletions whose request
 * died.  And what hosts ask for: how much is still to be delivered.
 */
#include "base/clock.h"
#include "libretwis/post/attached.h"
#include "libretwis/post/deletion.h"
#include "libretwis/post/delivery_job.h"
#include "libretwis/post/post.h"
#include "libretwis/post/post_fields.h"
#include "libretwis/post/repost.h"
#include "libretwis/retwis.h"
#include "patterns/queue.h"
#include "redis/pipe.h"
#include "schema/key.h"

/* A request that has not pushed its job after this time never will. */
#define OVERDUE_MS 10000

#define SWEEP 100 /* notes at a time */

/* ---- one post ------------------------------------------------------- */

/*
 * Publishes it, maybe for a second time, and returns its author in `by`.
 * RT_LATE for a post that a moderator has removed: it is published if it is
 * restored.
 */
static enum rt_err sweep_publish(struct rt *rt, struct arena *a, uint64_t id,
				 uint64_t *by)
{
	union post_fields fields;
	struct rt_pipe p;
	struct rt_user author = { 0 };
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	post_fields_queue(&p, &fields, id,
			  POST_USER_ID | POST_USERNAME | POST_TIME |
				  POST_BODY | POST_REPLY_TO | POST_REPOST_OF |
				  POST_ROOT | POST_ROOT_USER_ID |
				  POST_REMOVED | ATTACHED_FIELDS);
	if ((err = rt_pipe_end(&p)))
		return err;
	*by = rt_u64(fields.user_id);
	if (*by && fields.removed)
		return RT_LATE;
	if (!fields.user_id || !fields.body)
		return RT_NOT_FOUND;
	author.id = *by;
	author.name = fields.username;
	if (fields.repost_of)
		return repost_finish(rt, a, &author, id,
				     rt_u64(fields.repost_of));
	return post_finish(rt, a, &author, id, &fields);
}

static enum rt_err sweep_post(struct rt *rt, struct arena *a, uint64_t post)
{
	uint64_t author = 0;
	enum rt_err err = sweep_publish(rt, a, post, &author);

	return err ? err
		   : queue_push(rt, a, DELIVER_QUEUE,
				outbox_job(a, author, post, NULL));
}

/* A worker then continues the deletion where it was cut off. */
static enum rt_err sweep_erasing(struct rt *rt, struct arena *a, uint64_t post)
{
	return queue_push(rt, a, DELIVER_QUEUE, deletion_job(a, post));
}

/* ---- the sweep ------------------------------------------------------ */

/*
 * Finds the notes of posts that nobody is working on: those that are `late`,
 * and those whose date is too far `ahead` because a clock was wrong when they
 * were written.
 */
static enum rt_err sweep_find(struct rt *rt, struct arena *a, const char *key,
			      struct rt_texts *late, struct rt_texts *ahead)
{
	long long now = clock_date_ms();
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	rt_pipe_texts(&p, late, SWEEP, "ZRANGEBYSCORE %s -inf %lld LIMIT 0 %d",
		      key, now - OVERDUE_MS, SWEEP);
	rt_pipe_texts(&p, ahead, SWEEP,
		      "ZRANGEBYSCORE %s %lld +inf LIMIT 0 %d", key,
		      now + CLOCK_AHEAD_MS, SWEEP);
	return rt_pipe_end(&p);
}

/*
 * Makes the next sweeps leave the post alone: for a while, or for good if it
 * is gone.
 */
static enum rt_err sweep_put_off(struct rt *rt, struct arena *a,
				 const char *key, const char *note,
				 bool is_gone)
{
	if (is_gone)
		return rt_do(rt, a, "ZREM %s %s", key, note);
	return rt_do(rt, a, "ZADD %s XX %lld %s", key,
		     (long long)outbox_ahead_ms(), note);
}

typedef enum rt_err sweeping(struct rt *rt, struct arena *a, uint64_t post);

/*
 * Neither a post that makes no sense nor a note without a post may keep the
 * other notes waiting.
 */
static enum rt_err sweep_all(struct rt *rt, struct arena *a, const char *key,
			     struct rt_texts notes, sweeping *finish)
{
	enum rt_err err = RT_OK;

	for (size_t i = 0; !err && i < notes.n; i++) {
		uint64_t post = rt_u64(notes.v[i]);

		err = post ? finish(rt, a, post) : RT_NOT_FOUND;
		if (!err || err == RT_NOT_FOUND || err == RT_LATE ||
		    err == RT_BROKEN)
			err = sweep_put_off(rt, a, key, notes.v[i],
					    err == RT_NOT_FOUND);
	}
	return err;
}

static enum rt_err sweep_key(struct rt *rt, struct arena *a, const char *key,
			     sweeping *finish)
{
	struct rt_texts late = { 0 }, ahead = { 0 };
	enum rt_err err = sweep_find(rt, a, key, &late, &ahead);

	if (!err)
		err = sweep_all(rt, a, key, late, finish);
	return err ? err : sweep_all(rt, a, key, ahead, finish);
}

enum rt_err rt_outbox_sweep(struct rt *rt, struct arena *a)
{
	return sweep_key(rt, a, KEY_OUTBOX, sweep_post);
}

enum rt_err rt_erasing_sweep(struct rt *rt, struct arena *a)
{
	return sweep_key(rt, a, KEY_ERASING, sweep_erasing);
}

/* ---- the backlog ---------------------------------------------------- */

enum rt_err rt_backlog(struct rt *rt, struct arena *a,
		       struct rt_backlog *backlog)
{
	struct queue_stats queue;
	uint64_t outbox = 0, unpublished = 0;
	enum rt_err err;

	if ((err = rt_read_u64(rt, a, &outbox, "ZCARD " KEY_OUTBOX)) ||
	    (err = rt_read_u64(rt_bus(rt), a, &unpublished, "LLEN " KEY_DEAD,
			       SCHEDULE_QUEUE)) ||
	    (err = queue_stats(rt, a, DELIVER_QUEUE, &queue)))
		return err;
	*backlog = (struct rt_backlog){
		.outbox = outbox,
		.waiting = queue.waiting,
		.in_hand = queue.in_hand,
		.failed = queue.dead,
		.unpublished = unpublished,
		.oldest = queue.oldest,
	};
	return RT_OK;
}
