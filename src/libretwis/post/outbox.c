/* What waits for its delivery. */
#include "libretwis/base/clock.h"
#include "libretwis/post/deliver.h"
#include "libretwis/post/post.h"
#include "libretwis/base/secret.h"

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
#define NONCE   "%.8s"

void outbox_add(struct rt_pipe *p, uint64_t post)
{
	rt_pipe(p, "ZADD " KEY_OUTBOX " NX %lld " ID,
		(long long)clock_date_ms(), post);
}

static const char *first_job(struct arena *a, uint64_t author, uint64_t post)
{
	return arena_printf(a, "post " ID " " ID " " NONCE, post, author,
			    secret_new(a));
}

void deliver_later(struct rt_pipe *bus, uint64_t author, uint64_t post)
{
	queue_add(bus, DELIVER_QUEUE, first_job(bus->a, author, post));
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
	enum rt_err err = post_finish(rt, a, post, &author);

	if (err == RT_NOT_FOUND || err == RT_BROKEN)
		return put_off(rt, a, post, err == RT_NOT_FOUND);
	if (err || (err = queue_push(rt, a, DELIVER_QUEUE,
				     first_job(a, author, post))))
		return err;
	return put_off(rt, a, post, false);
}

enum rt_err outbox_sweep(struct rt *rt, struct arena *a)
{
	struct rt_ids late = { 0 }, ahead = { 0 };
	enum rt_err err = find_overdue(rt, a, &late, &ahead);

	for (size_t i = 0; !err && i < late.n; i++)
		err = finish(rt, a, late.v[i]);
	for (size_t i = 0; !err && i < ahead.n; i++)
		err = finish(rt, a, ahead.v[i]);
	return err;
}

enum rt_err rebuilt_forget(struct rt *rt, struct arena *a)
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
