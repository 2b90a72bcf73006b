#include "libretwis/attempt.h"

#include "libretwis/secret.h"

#define KNOWN_SECONDS (30 * 86400)

struct attempt attempt_new(struct rt *rt, struct arena *a, const char *name)
{
	const char *folded = rt_name_fold(a, name), *place;

	if (!rt->visitor)
		return (struct attempt){ 0 };
	/* An address holds no blanks, and so the two cannot be mistaken. */
	place = arena_printf(a, "%s %s", rt->visitor, folded);
	return (struct attempt){
		.name = secret_digest(a, folded),
		.place = secret_digest(a, place),
	};
}

enum rt_err attempt_begin(struct rt *rt, struct arena *a, struct attempt *t,
			  const char *name)
{
	struct rt_pipe p;
	enum rt_err err;

	*t = attempt_new(rt, a, name);
	if (!t->place)
		return RT_OK;
	rt_pipe_begin(&p, rt, a);
	gate_ask(&p, &t->at_place, RT_RATE_SIGN_IN, t->place);
	rt_pipe_u64(&p, &t->known, "EXISTS " KEY_KNOWN, t->place);
	err = rt_pipe_end(&p);
	return err ? err : gate_check(rt, &t->at_place);
}

void attempt_ask(struct rt_pipe *p, struct attempt *t)
{
	if (!t->place || t->known)
		return;
	gate_ask(p, &t->at_address, RT_RATE_SIGN_IN_ADDRESS, p->rt->visitor);
	gate_ask(p, &t->at_name, RT_RATE_SIGN_IN_NAME, t->name);
}

enum rt_err attempt_check(struct rt *rt, const struct attempt *t)
{
	const struct gate *address = &t->at_address, *name = &t->at_name;

	return gate_check(
		rt, name->limit.wait > address->limit.wait ? name : address);
}

void attempt_good(struct rt_pipe *p, const struct attempt *t)
{
	if (!t->place)
		return;
	gate_take_back(p, &t->at_place);
	gate_take_back(p, &t->at_address);
	gate_take_back(p, &t->at_name);
	rt_pipe(p, "SET " KEY_KNOWN " 1 EX %d", t->place, KNOWN_SECONDS);
}
