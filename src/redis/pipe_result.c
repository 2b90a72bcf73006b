#include "redis/pipe_result.h"

#include "redis/access_denied.h"
#include "redis/reply_target.h"

/* reread_queue() looks whether the command only reads. */
static bool outcome_may_wait(const struct rt_pipe *p, const redisReply *reply)
{
	return p->kept && slot_is_spoilt(reply);
}

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
	if (!p->err &&
	    !(is_its && (slot->optional || outcome_may_wait(p, reply))))
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

void outcome_greeting(struct rt_pipe *p)
{
	if (!p->greets)
		return;
	/* We do not know yet: the next pipeline asks again. */
	if (p->err) {
		p->rt->greeted = false;
		return;
	}
	p->first->take(p->first, slot_reply(p->first));
	p->err = p->rt->refused = p->rt->greeting->answer(p->rt);
}

enum rt_err outcome(struct rt_pipe *p)
{
	outcome_greeting(p);
	for (struct rt_slot *s = p->first; s && !p->err; s = s->next)
		s->take(s, slot_reply(s));
	return p->err;
}
