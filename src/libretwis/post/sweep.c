/*
 * What workers do now and then: they finish posts and deletions whose request
 * died.
 */
#include "base/clock.h"
#include "patterns/queue.h"
#include "libretwis/post/deletion.h"
#include "libretwis/post/outbox.h"
#include "libretwis/post/post.h"
#include "libretwis/post/post_fields.h"
#include "libretwis/post/repost.h"
#include "schema/key.h"

/* A request that has not pushed its job by now never will. */
#define OVERDUE_MS 10000

#define SWEEP 100 /* notes at a time */

/* ---- one post ---------------------------------------------------------- */

/* Publishes it again, or for the first time, and tells whose it is. */
static enum rt_err sweep_publish(struct rt *rt, struct arena *a, uint64_t id,
				 uint64_t *by)
{
	union post_fields fields;
	struct rt_pipe p;
	struct rt_user author = { 0 };
	struct rt_draft draft = { 0 };
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	post_fields_queue(&p, &fields, id,
			  POST_USER_ID | POST_USERNAME | POST_TIME |
				  POST_BODY | POST_REPLY_TO | POST_REPOST_OF);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (!fields.user_id || !fields.body)
		return RT_NOT_FOUND;
	author.id = rt_u64(fields.user_id);
	author.name = fields.username;
	*by = author.id;
	if (fields.repost_of)
		return repost_finish(rt, a, &author, id,
				     rt_u64(fields.repost_of));
	draft.body = fields.body;
	draft.reply_to = rt_u64(fields.reply_to);
	return post_finish(rt, a, &author, &draft, id, rt_u64(fields.time));
}

static enum rt_err sweep_post(struct rt *rt, struct arena *a, uint64_t post)
{
	uint64_t author = 0;
	enum rt_err err = sweep_publish(rt, a, post, &author);

	return err ? err
		   : queue_push(rt, a, DELIVER_QUEUE,
				outbox_job(a, author, post, NULL));
}

/* The deletion goes on where it was cut off, whatever there is to do yet. */
static enum rt_err sweep_erasing(struct rt *rt, struct arena *a, uint64_t post)
{
	return queue_push(rt, a, DELIVER_QUEUE, deletion_job(a, post));
}

/* ---- the sweep --------------------------------------------------------- */

/*
 * Notes of posts that nobody is at: those that are `late`, and those whose date
 * is too far `ahead`, since a clock was wrong when they were written.
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
 * The next sweeps leave the post alone: for a while, or for good if it is
 * gone.
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
 * A post that makes no sense must not keep the others waiting, and neither must
 * a note that names none.
 */
static enum rt_err sweep_all(struct rt *rt, struct arena *a, const char *key,
			     struct rt_texts notes, sweeping *finish)
{
	enum rt_err err = RT_OK;

	for (size_t i = 0; !err && i < notes.n; i++) {
		uint64_t post = rt_u64(notes.v[i]);

		err = post ? finish(rt, a, post) : RT_NOT_FOUND;
		if (!err || err == RT_NOT_FOUND || err == RT_BROKEN)
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
