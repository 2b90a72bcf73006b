#include "redis/pipe_result.h"

#include "redis/access_denied.h"
#include "redis/reply_target.h"

/* retry_reads_queue() looks whether the command only reads. */
static bool pipe_result_may_wait(const struct rt_pipe *p,
				 const redisReply *reply)
{
	return p->kept && target_is_spoilt(reply);
}

void pipe_result_add(struct rt_pipe *p, const redisReply *reply)
{
	struct reply_target *slot = p->served ? p->served->next : p->first;
	bool is_its = slot && slot->at == p->taken;
	enum rt_err err;

	if (is_its && slot->lenient)
		reply = target_forgive(reply);
	err = target_error(reply, p->rt->is_proxied);
	if (err == RT_FORBIDDEN)
		access_denied_report_next(p, reply);
	p->is_demoted |= err && target_is_demoted(reply);
	p->taken++;
	if (!p->err &&
	    !(is_its && (slot->optional || pipe_result_may_wait(p, reply))))
		p->err = err;
	if (is_its) {
		slot->reply = reply;
		p->served = slot;
	}
}

bool pipe_result_is_whole(const struct rt_pipe *p)
{
	return p->taken == p->queued;
}

void pipe_result_greeting(struct rt_pipe *p)
{
	if (!p->greets)
		return;
	/* We do not know yet: the next pipeline asks again. */
	if (p->err) {
		p->rt->greeted = false;
		return;
	}
	p->first->take(p->first, target_reply(p->first));
	p->err = p->rt->refused = p->rt->greeting->answer(p->rt);
}

enum rt_err pipe_result(struct rt_pipe *p)
{
	pipe_result_greeting(p);
	for (struct reply_target *s = p->first; s && !p->err; s = s->next)
		s->take(s, target_reply(s));
	return p->err;
}
