#include "libretwis/member/gate.h"
#include "libretwis/site/context.h"
#include "schema/key.h"
#include "schema/settings.h"

#include <stdlib.h>
#include <string.h>

/*
 * A club or a school may share one address, so the limits by address leave
 * room for a whole class.
 */
static const struct {
	const char *setting;
	const char *what; /* its part of the key */
	const char *fallback;
	unsigned longest; /* window, in seconds */
} rates[RT_RATES] = {
#define LIMIT(rate, setting, what, fallback, longest)                         \
	[RT_RATE_##rate] = { setting, what, fallback, longest },
	EACH_LIMIT(LIMIT)
#undef LIMIT
};

enum {
#define LIMIT(rate, setting, what, fallback, longest)                         \
	LONGEST_##rate = (longest),
	EACH_LIMIT(LIMIT)
#undef LIMIT
};

_Static_assert(LONGEST_POST <= IDEMPOTENCY_SECONDS,
	       "who waits as told and sends the same form again posts once");

const char *gate_settings(struct arena *a, struct rt_rate *rate)
{
	for (size_t i = 0; i < RT_RATES; i++) {
		const char *text = getenv(rates[i].setting);
		unsigned longest = rates[i].longest;

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
