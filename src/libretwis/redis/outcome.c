#include "libretwis/redis/outcome.h"

#include "libretwis/redis/denied.h"
#include "libretwis/redis/slot.h"

void outcome_take(struct rt_pipe *p, const redisReply *reply)
{
	struct rt_slot *slot = p->served ? p->served->next : p->first;
	bool is_its = slot && slot->at == p->taken;
	enum rt_err err;

	if (is_its && slot->lenient)
		reply = slot_forgive(reply);
	err = slot_error(reply, p->rt->is_proxied);
	if (err == RT_FORBIDDEN)
		denied_tell_next(p, reply);
	p->is_demoted |= err && slot_is_demoted(reply);
	p->taken++;
	if (!p->err && !(is_its && slot->optional))
		p->err = err;
	if (is_its) {
		slot->reply = reply;
		p->served = slot;
	}
}

bool outcome_is_whole(const struct rt_pipe *p)
{
	return p->taken == p->queued;
}

void outcome_layout(struct rt_pipe *p)
{
	if (!p->asks_layout)
		return;
	/* We do not know yet: the next pipeline asks again. */
	if (p->err)
		p->rt->asked = false;
	else
		p->first->take(p->first, p->first->reply);
	if (p->rt->foreign && !p->err)
		p->err = RT_FOREIGN;
}

enum rt_err outcome(struct rt_pipe *p)
{
	outcome_layout(p);
	for (struct rt_slot *s = p->first; s && !p->err; s = s->next)
		s->take(s, s->reply);
	return p->err;
}
