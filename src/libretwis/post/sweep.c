/*
 * What workers do now and then: they finish posts that were cut off, and
 * forget what no delivery needs any more.
 */
#include "libretwis/base/clock.h"
#include "libretwis/engine/queue.h"
#include "libretwis/post/outbox.h"
#include "libretwis/post/post.h"
#include "libretwis/post/repost.h"

/* A request that has not pushed its job after this time will not. */
#define OVERDUE_MS 10000

/*
 * A sweep that has pushed a job dates the post so far ahead, though not so far
 * that it looks like a clock's mistake: where workers are behind with
 * thousands, a second job for each every ten seconds would never let them
 * catch up.
 */
#define AGAIN_MS (CLOCK_AHEAD_MS - 10000)

#define SWEEP   100
#define HOUR_MS 3600000

/* ---- one post ---------------------------------------------------------- */

enum { USER_ID, USERNAME, TIME, BODY, REPLY_TO, REPOST_OF, FIELDS };

static enum rt_err read_and_finish(struct rt *rt, struct arena *a, uint64_t id,
				   uint64_t *by)
{
	const char *field[FIELDS] = { NULL };
	struct rt_user author = { 0 };
	struct rt_draft draft = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	rt_pipe_strs(&p, field, FIELDS,
		     "HMGET " KEY_POST " user_id username time body reply_to"
		     " repost_of",
		     id);
	if ((err = rt_pipe_end(&p)))
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

static enum rt_err find_overdue(struct rt *rt, struct arena *a,
				struct rt_ids *late, struct rt_ids *ahead)
{
	long long now = clock_date_ms();
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	rt_pipe_ids(&p, late,
		    "ZRANGEBYSCORE " KEY_OUTBOX " -inf %lld LIMIT 0 %d",
		    now - OVERDUE_MS, SWEEP);
	rt_pipe_ids(&p, ahead,
		    "ZRANGEBYSCORE " KEY_OUTBOX " %lld +inf LIMIT 0 %d",
		    now + CLOCK_AHEAD_MS, SWEEP);
	return rt_pipe_end(&p);
}

/* Not again for a while, or no more at all if it is gone. */
static enum rt_err put_off(struct rt *rt, struct arena *a, uint64_t post,
			   bool is_gone)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	if (is_gone)
		rt_pipe(&p, "ZREM " KEY_OUTBOX " " ID, post);
	else
		rt_pipe(&p, "ZADD " KEY_OUTBOX " XX %lld " ID,
			(long long)clock_date_ms() + AGAIN_MS, post);
	return rt_pipe_end(&p);
}

/* What makes no sense of one post is no reason to keep the others waiting. */
static enum rt_err finish(struct rt *rt, struct arena *a, uint64_t post)
{
	uint64_t author = 0;
	enum rt_err err = read_and_finish(rt, a, post, &author);

	if (err == RT_NOT_FOUND || err == RT_BROKEN)
		return put_off(rt, a, post, err == RT_NOT_FOUND);
	if (err || (err = queue_push(rt, a, DELIVER_QUEUE,
				     outbox_job(a, author, post))))
		return err;
	return put_off(rt, a, post, false);
}

enum rt_err rt_outbox_sweep(struct rt *rt, struct arena *a)
{
	struct rt_ids late = { 0 }, ahead = { 0 };
	enum rt_err err = find_overdue(rt, a, &late, &ahead);

	for (size_t i = 0; !err && i < late.n; i++)
		err = finish(rt, a, late.v[i]);
	for (size_t i = 0; !err && i < ahead.n; i++)
		err = finish(rt, a, ahead.v[i]);
	return err;
}

enum rt_err rt_rebuilt_forget(struct rt *rt, struct arena *a)
{
	struct rt_backlog left;
	struct rt_pipe p;
	enum rt_err err = rt_backlog(rt, a, &left);

	if (err || left.outbox || left.waiting || left.in_hand || left.failed)
		return err;
	rt_pipe_begin(&p, rt, a);
	rt_pipe(&p, "ZREMRANGEBYSCORE " KEY_REBUILT " -inf %lld",
		(long long)clock_date_ms() - HOUR_MS);
	return rt_pipe_end(&p);
}
