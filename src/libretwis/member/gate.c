#include "libretwis/member/gate.h"
#include "libretwis/site/context.h"
#include "schema/key.h"

#include <stdlib.h>
#include <string.h>

#define SECONDS_MAX 86400

/*
 * A club or a school may sit behind one address, so a count by address leaves
 * room for a whole class.  A member who waits as told, and then sends the same
 * form again, must not post twice: so the window of posts is at most
 * IDEMPOTENCY_SECONDS, for which we know a form again.
 */
static const struct {
	const char *setting, *fallback;
	const char *what; /* in the key */
	unsigned longest; /* window, in seconds; 0: SECONDS_MAX */
} rates[RT_RATES] = {
	[RT_RATE_SIGN_IN] = { "RETWIS_LIMIT_SIGN_IN", "10/900", "sign-in", 0 },
	[RT_RATE_SIGN_IN_ADDRESS] = { "RETWIS_LIMIT_SIGN_IN_ADDRESS",
				      "200/900", "sign-in-address", 0 },
	[RT_RATE_SIGN_IN_NAME] = { "RETWIS_LIMIT_SIGN_IN_NAME", "50/3600",
				   "sign-in-name", 0 },
	[RT_RATE_SIGN_IN_DAY] = { "RETWIS_LIMIT_SIGN_IN_DAY", "100/86400",
				  "sign-in-day", 0 },
	[RT_RATE_REGISTER] = { "RETWIS_LIMIT_REGISTER", "100/3600", "register",
			       0 },
	[RT_RATE_POST] = { "RETWIS_LIMIT_POST", "60/300", "post",
			   IDEMPOTENCY_SECONDS },
	[RT_RATE_FOLLOW] = { "RETWIS_LIMIT_FOLLOW", "100/600", "follow", 0 },
	[RT_RATE_LIKE] = { "RETWIS_LIMIT_LIKE", "200/600", "like", 0 },
};

const char *gate_settings(struct arena *a, struct rt_rate *rate)
{
	for (size_t i = 0; i < RT_RATES; i++) {
		const char *text = getenv(rates[i].setting);
		unsigned longest =
			rates[i].longest ? rates[i].longest : SECONDS_MAX;

		if (!text || !*text)
			text = rates[i].fallback;
		if (!limit_read(text, longest, &rate[i].times,
				&rate[i].seconds))
			return arena_printf(
				a,
				"%s must be TIMES/SECONDS, such as %s "
				"(at most %d/%u), or off",
				rates[i].setting, rates[i].fallback,
				LIMIT_TIMES_MAX, longest);
	}
	return NULL;
}

/* ---- counting ---------------------------------------------------------- */

void gate_queue(struct rt_pipe *p, struct gate *g, enum rt_rate_kind kind,
		const char *whom)
{
	const struct rt_rate *rate = &p->rt->context->conf->rate[kind];

	*g = (struct gate){ 0 };
	if (!p->rt->context->visitor || !rate->times)
		return;
	g->what = arena_printf(p->a, "%s:%s", rates[kind].what, whom);
	limit_queue(p, &g->limit, g->what, rate->times, rate->seconds);
}

void gate_queue_member(struct rt_pipe *p, struct gate *g,
		       enum rt_rate_kind kind, uint64_t member)
{
	gate_queue(p, g, kind, arena_printf(p->a, ID, member));
}

enum rt_err gate_check(struct rt *rt, const struct gate *g)
{
	if (limit_allows(&g->limit))
		return RT_OK;
	rt->context->wait = g->limit.wait;
	return RT_LIMITED;
}

void gate_times(struct rt_pipe *p, const struct gate *g, uint64_t *times)
{
	if (g->what)
		rt_pipe_u64(p, times, "GET " KEY_LIMIT, g->what);
}

void gate_take_back(struct rt_pipe *p, const struct gate *g)
{
	if (g->what)
		limit_take_back(p, g->what);
}
