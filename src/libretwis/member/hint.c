#include "libretwis/member/hint.h"

#include <string.h>

#define HINT "look"

void hint_member(struct rt_pipe *bus, uint64_t member)
{
	if (member)
		rt_pipe_try(bus, "PUBLISH " LIVE_MEMBER " " HINT, member);
}

void hint_timeline(struct rt_pipe *bus)
{
	rt_pipe_try(bus, "PUBLISH " LIVE_TIMELINE " " HINT);
}

void hint_member_now(struct rt *rt, struct arena *a, uint64_t member)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt_bus(rt), a);
	hint_member(&p, member);
	rt_pipe_end(&p);
}

/* "1 2 3" */
static const char *ids_text(struct arena *a, struct rt_ids ids)
{
	char *text = arena_alloc(a, ids.n * (DIGITS_MAX + 1) + 1), *to = text;
	char digits[DIGITS_MAX + 1] = "";

	for (size_t i = 0; i < ids.n; i++) {
		char *end = digits + DIGITS_MAX;
		const char *start = digits_before(end, ids.v[i]);

		if (i > 0)
			*to++ = ' ';
		memcpy(to, start, (size_t)(end - start));
		to += end - start;
	}
	return text;
}

/*
 * One message for all.  Asking first who of a thousand is listening, by PUBSUB
 * NUMSUB, would be an answer of a thousand names for each chunk; a gateway has
 * its own members at hand, and finds them in the message.
 */
void hint_members(struct rt *rt, struct arena *a, struct rt_ids members)
{
	struct rt_pipe p;

	if (!members.n)
		return;
	rt_pipe_begin(&p, rt_bus(rt), a);
	rt_pipe_try(&p, "PUBLISH " LIVE_MANY " %s", ids_text(a, members));
	rt_pipe_end(&p);
}
