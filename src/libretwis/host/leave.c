/*
 * Members who close their own accounts; a worker deletes the data afterwards.
 */
#include "base/clock.h"
#include "libretwis/host/removal.h"
#include "libretwis/later.h"

/*
 * By then, requests of the member that were running when the account was
 * closed have ended, including the one that closed it.
 */
#define WAIT_MS 5000

#define LEASE_MS 60000
#define RUN_MS   500
#define MOST     100

enum rt_err rt_leave(struct rt *rt, struct arena *a, const struct rt_user *me)
{
	struct going g;
	enum rt_err err = removal_read(rt, a, me->id, &g);

	if (err)
		return err;
	return g.is_closed ? RT_NOT_FOUND
			   : removal_close(rt, a, &g.user, WAIT_MS);
}

/* ---- the worker --------------------------------------------------------- */

/*
 * If the account is still open, the request died right after it made the note;
 * so it is closed now.
 */
static enum rt_err leave_begin(struct rt *rt, struct arena *a,
			       const struct going *g)
{
	return g->is_closed ? RT_OK : removal_close(rt, a, &g->user, LEASE_MS);
}

/*
 * Puts the note after those of others who leave, and before its lease expires.
 */
static enum rt_err leave_later(struct rt *rt, struct arena *a,
			       const struct delayed *note)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	delayed_postpone(&p, REMOVAL_QUEUE, note->text,
			 (uint64_t)clock_date_ms());
	return rt_pipe_end(&p);
}

static enum rt_err leave_go_on(struct rt *rt, struct arena *a,
			       const struct delayed *note, uint64_t id,
			       int64_t end_ms)
{
	struct drop d = { .id = id, .most = MOST, .end_ms = end_ms };
	struct going g;
	enum rt_err err;

	if (!(err = removal_read(rt, a, id, &g)) &&
	    !(err = leave_begin(rt, a, &g)))
		err = removal_drop(rt, &d, &g.user);
	arena_free(&d.chunk);
	if (err == RT_DENIED)
		return RT_OK;
	return err || !d.is_cut ? err : leave_later(rt, a, note);
}

/* A note that can't be parsed is about nobody, and is deleted. */
enum rt_err rt_leaving_run(struct rt *rt, struct arena *a)
{
	struct delayed_list list = { 0 };
	enum rt_err err;
	uint64_t id;

	err = delayed_claim(rt, a, REMOVAL_QUEUE, (uint64_t)clock_date_ms(),
			    LEASE_MS, 1, &list);
	if (err || !list.n)
		return err;
	id = rt_u64(list.v->text);
	return id ? leave_go_on(rt, a, list.v, id, clock_ms() + RUN_MS)
		  : delayed_end(rt, a, REMOVAL_QUEUE, list.v);
}
