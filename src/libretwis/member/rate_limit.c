#include "libretwis/member/rate_limit.h"

#include <stdlib.h>
#include <string.h>

#include "base/network.h"
#include "libretwis/site/context.h"
#include "schema/key.h"
#include "schema/settings.h"
#include "redis/connection.h"

/* ---- the limits -------------------------------------------------------- */

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

const char *rate_limit_settings(struct arena *a, struct rt_rate *rate)
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

/* Returns the rate, or NULL if nothing is to be counted. */
static const struct rt_rate *rate_limit_begin(struct rt_pipe *p,
					      struct rate_limit *g,
					      enum rt_rate_kind kind,
					      const char *whom)
{
	const struct rt_rate *rate = &p->rt->context->conf->rate[kind];

	*g = (struct rate_limit){ 0 };
	if (!p->rt->context->visitor || !rate->times)
		return NULL;
	g->what = arena_printf(p->a, "%s:%s", rates[kind].what, whom);
	return rate;
}

void rate_limit_queue(struct rt_pipe *p, struct rate_limit *g,
		      enum rt_rate_kind kind, const char *whom)
{
	const struct rt_rate *rate = rate_limit_begin(p, g, kind, whom);

	if (rate)
		limit_queue(p, &g->count, g->what, rate->times, rate->seconds);
}

void rate_limit_queue_many(struct rt_pipe *p, struct rate_limit *g,
			   enum rt_rate_kind kind, const char *whom,
			   uint64_t times)
{
	const struct rt_rate *rate = rate_limit_begin(p, g, kind, whom);

	if (rate)
		limit_queue_many(p, &g->count, g->what, rate->times,
				 rate->seconds, times);
}

void rate_limit_queue_member(struct rt_pipe *p, struct rate_limit *g,
			     enum rt_rate_kind kind, uint64_t member)
{
	rate_limit_queue(p, g, kind, arena_printf(p->a, ID, member));
}

enum rt_err rate_limit_check(struct rt *rt, const struct rate_limit *g)
{
	if (limit_allows(&g->count))
		return RT_OK;
	rt->context->wait = g->count.wait;
	return RT_LIMITED;
}

void rate_limit_times(struct rt_pipe *p, const struct rate_limit *g,
		      uint64_t *times)
{
	if (g->what)
		rt_pipe_u64(p, times, "GET " KEY_LIMIT, g->what);
}

void rate_limit_take_back(struct rt_pipe *p, const struct rate_limit *g)
{
	if (g->what)
		limit_take_back(p, g->what);
}

/* ---- the visitor ------------------------------------------------------- */

#define UNKNOWN "unknown"
#define BLANKS  " \t"

static bool visitor_is_unix(const char *remote)
{
	return !remote || !*remote || strcmp(remote, "unix:") == 0;
}

bool rt_is_trusted(const char *trusted, const char *remote)
{
	struct address_ip ip;

	if (visitor_is_unix(remote))
		return network_list_has_unix(trusted);
	return network_read(remote, strlen(remote), &ip) &&
	       network_list_has(trusted, &ip);
}

/*
 * The last entry before `end`, without blanks; moves `end` to the comma before
 * it.
 */
static const char *visitor_last_entry(const char *text, const char **end,
				      size_t *len)
{
	const char *from = *end, *to = *end;

	while (from > text && from[-1] != ',')
		from--;
	*end = from > text ? from - 1 : text;
	while (from < to && strchr(BLANKS, *from))
		from++;
	while (from < to && strchr(BLANKS, to[-1]))
		to--;
	*len = (size_t)(to - from);
	return from;
}

/*
 * Each proxy appends the address that connected to it.  So the end of the list
 * is true, as far back as our own proxies wrote it.  The first address from
 * the end that is not one of them is the client, who could have invented
 * everything before it.
 */
static bool visitor_find(const char *trusted, const char *text,
			 struct address_ip *ip)
{
	const char *end = text + strlen(text);
	bool found = false;

	while (end > text) {
		size_t len;
		const char *entry = visitor_last_entry(text, &end, &len);

		if (!network_read(entry, len, ip))
			return found;
		found = true;
		if (!network_list_has(trusted, ip))
			return found;
	}
	return found;
}

const char *rt_client(struct arena *a, const char *trusted, const char *remote,
		      const char *forwarded)
{
	struct address_ip ip;

	if (forwarded && rt_is_trusted(trusted, remote) &&
	    visitor_find(trusted, forwarded, &ip))
		return network_client(a, &ip);
	if (!visitor_is_unix(remote) &&
	    network_read(remote, strlen(remote), &ip))
		return network_client(a, &ip);
	return UNKNOWN;
}

void rt_visitor(struct rt *rt, const char *client, const char *browser)
{
	rt->context->visitor = client;
	rt->context->browser = browser;
}

const char *rt_browser(const struct rt *rt)
{
	return rt->context->browser;
}

uint64_t rt_retry_after(const struct rt *rt)
{
	return rt->context->wait;
}
