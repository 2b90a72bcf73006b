#include "libretwis/member/notify.h"
#include "schema/key.h"

#include <string.h>

#define HINT "look"

void notify_member(struct rt_pipe *bus, uint64_t member)
{
	if (member)
		rt_pipe_try(bus, "PUBLISH " LIVE_MEMBER " " HINT, member);
}

void notify_timeline(struct rt_pipe *bus)
{
	rt_pipe_try(bus, "PUBLISH " LIVE_TIMELINE " " HINT);
}

void notify_member_now(struct rt *rt, struct arena *a, uint64_t member)
{
	if (member)
		rt_do(rt_bus(rt), a, "PUBLISH " LIVE_MEMBER " " HINT, member);
}

/* The ids as text, like "1 2 3". */
static const char *notify_ids(struct arena *a, struct rt_ids ids)
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
 * One message for all of them.  We could first ask which of a thousand have
 * subscribers (PUBSUB NUMSUB), but the reply would repeat a thousand names for
 * each chunk.  A gateway knows its own members, and finds them in the message.
 */
void notify_members(struct rt_pipe *bus, struct rt_ids members)
{
	if (members.n)
		rt_pipe_try(bus, "PUBLISH " LIVE_MANY " %s",
			    notify_ids(bus->a, members));
}
