/*
 * What workers do now and then: they finish posts whose request died, and
 * forget what no delivery needs any more.
 */
#include "libretwis/base/clock.h"
#include "libretwis/engine/queue.h"
#include "libretwis/post/outbox.h"
#include "libretwis/post/post.h"
#include "libretwis/post/repost.h"

/* A request that has not pushed its job by now never will. */
#define OVERDUE_MS 10000

/*
 * When a sweep has pushed a job, it dates the post this far ahead.  Otherwise
 * workers that are thousands of posts behind would get a second job for each
 * of them every ten seconds, and never catch up.  A date still further ahead
 * would look as if a clock had been wrong.
 */
#define AGAIN_MS (CLOCK_AHEAD_MS - 10000)

#define SWEEP   100 /* posts at a time */
#define HOUR_MS 3600000

/* ---- one post ---------------------------------------------------------- */

enum { USER_ID, USERNAME, TIME, BODY, REPLY_TO, REPOST_OF, FIELDS };

/* Publishes it again, or for the first time, and tells whose it is. */
static enum rt_err sweep_publish(struct rt *rt, struct arena *a, uint64_t id,
				 uint64_t *by)
{
	const char *field[FIELDS] = { NULL };
	struct rt_user author = { 0 };
	struct rt_draft draft = { 0 };
	enum rt_err err;

	if ((err = rt_ask_strs(rt, a, field, FIELDS,
			       "HMGET " KEY_POST " user_id username time body"
			       " reply_to repost_of",
			       id)))
		return err;
	if (!field[USER_ID] || !field[BODY])
		return RT_NOT_FOUND;
	author.id = rt_u64(field[USER_ID]);
	author.name = field[USERNAME];
	*by = author.id;
	if (field[REPOST_OF])
		return repost_finish(rt, a, &author, id,
				     rt_u64(field[REPOST_OF]));
	draft.body = field[BODY];
	draft.reply_to = rt_u64(field[REPLY_TO]);
	return post_finish(rt, a, &author, &draft, id, rt_u64(field[TIME]));
}

/* ---- the sweep --------------------------------------------------------- */

/*
 * Posts that nobody has begun to deliver: those that are `late`, and those
 * whose date is too far `ahead`, since a clock was wrong when they were noted.
 */
static enum rt_err sweep_find(struct rt *rt, struct arena *a,
			      struct rt_ids *late, struct rt_ids *ahead)
{
	long long now = clock_date_ms();
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	rt_pipe_ids(&p, late, SWEEP,
		    "ZRANGEBYSCORE " KEY_OUTBOX " -inf %lld LIMIT 0 %d",
		    now - OVERDUE_MS, SWEEP);
	rt_pipe_ids(&p, ahead, SWEEP,
		    "ZRANGEBYSCORE " KEY_OUTBOX " %lld +inf LIMIT 0 %d",
		    now + CLOCK_AHEAD_MS, SWEEP);
	return rt_pipe_end(&p);
}

/*
 * The next sweeps leave the post alone: for a while, or for good if it is
 * gone.
 */
static enum rt_err sweep_put_off(struct rt *rt, struct arena *a, uint64_t post,
				 bool is_gone)
{
	if (is_gone)
		return rt_do(rt, a, "ZREM " KEY_OUTBOX " " ID, post);
	return rt_do(rt, a, "ZADD " KEY_OUTBOX " XX %lld " ID,
		     (long long)clock_date_ms() + AGAIN_MS, post);
}

/* A post that makes no sense must not keep the others waiting. */
static enum rt_err sweep_finish(struct rt *rt, struct arena *a, uint64_t post)
{
	uint64_t author = 0;
	enum rt_err err = sweep_publish(rt, a, post, &author);

	if (err == RT_NOT_FOUND || err == RT_BROKEN)
		return sweep_put_off(rt, a, post, err == RT_NOT_FOUND);
	if (err || (err = queue_push(rt, a, DELIVER_QUEUE,
				     outbox_job(a, author, post))))
		return err;
	return sweep_put_off(rt, a, post, false);
}

enum rt_err rt_outbox_sweep(struct rt *rt, struct arena *a)
{
	struct rt_ids late = { 0 }, ahead = { 0 };
	enum rt_err err = sweep_find(rt, a, &late, &ahead);

	for (size_t i = 0; !err && i < late.n; i++)
		err = sweep_finish(rt, a, late.v[i]);
	for (size_t i = 0; !err && i < ahead.n; i++)
		err = sweep_finish(rt, a, ahead.v[i]);
	return err;
}

enum rt_err rt_rebuilt_forget(struct rt *rt, struct arena *a)
{
	struct rt_backlog left;
	enum rt_err err = rt_backlog(rt, a, &left);

	if (err || left.outbox || left.waiting || left.in_hand || left.failed)
		return err;
	return rt_do(rt, a, "ZREMRANGEBYSCORE " KEY_REBUILT " -inf %lld",
		     (long long)clock_date_ms() - HOUR_MS);
}
