#include "libretwis/member/attempt.h"

#include "libretwis/base/secret.h"

/*
 * We know a browser as long as its cookie lasts.  We forget an address sooner:
 * where somebody was is nothing to keep for a year, not even as a digest.
 */
static const int known_seconds[FROMS] = {
	[FROM_ADDRESS] = 30 * 86400,
	[FROM_BROWSER] = 365 * 86400,
};

/*
 * Every address has so many attempts for a name, whatever others have guessed.
 * The price: a stranger with many addresses may guess so often from each.  The
 * gain: nobody can be locked out.
 */
#define ALWAYS 2

/* Address and word hold no blank, so it is clear where the name begins. */
static const char *attempt_digest(struct rt_pipe *p, int from,
				  const char *name)
{
	const char *place =
		from == FROM_ADDRESS ? p->rt->visitor : p->rt->browser;

	return place ? secret_digest(p->a,
				     arena_printf(p->a, "%s %s", place, name))
		     : NULL;
}

struct attempt attempt_first(struct rt *rt, struct arena *a, const char *name)
{
	return (struct attempt){
		.name = rt->visitor ? rt_name_fold(a, name) : NULL,
	};
}

enum rt_err attempt_begin(struct rt *rt, struct arena *a, struct attempt *t,
			  const char *name)
{
	struct rt_pipe p;
	enum rt_err err;
	int from;

	*t = attempt_first(rt, a, name);
	if (!t->name)
		return RT_OK;
	rt_pipe_begin(&p, rt, a);
	for (int i = 0; i < FROMS; i++) {
		const char *whom = attempt_digest(&p, i, t->name);

		if (!whom)
			continue;
		gate_ask(&p, &t->from[i].gate, RT_RATE_SIGN_IN, whom);
		rt_pipe_u64(&p, &t->from[i].known, "EXISTS " KEY_KNOWN, whom);
	}
	gate_times(&p, &t->from[FROM_ADDRESS].gate, &t->times);
	if ((err = rt_pipe_end(&p)))
		return err;
	from = t->from[FROM_BROWSER].known ? FROM_BROWSER : FROM_ADDRESS;
	return gate_check(rt, &t->from[from].gate);
}

void attempt_ask(struct rt_pipe *p, struct attempt *t)
{
	if (!t->name || t->from[FROM_ADDRESS].known ||
	    t->from[FROM_BROWSER].known)
		return;
	gate_ask(p, &t->by_address, RT_RATE_SIGN_IN_ADDRESS, p->rt->visitor);
	gate_ask(p, &t->by_name, RT_RATE_SIGN_IN_NAME,
		 secret_digest(p->a, t->name));
}

enum rt_err attempt_check(struct rt *rt, const struct attempt *t)
{
	bool is_free = t->times > 0 && t->times <= ALWAYS;
	bool is_name =
		!is_free && t->by_name.limit.wait > t->by_address.limit.wait;

	return gate_check(rt, is_name ? &t->by_name : &t->by_address);
}

bool attempt_is_strange(const struct attempt *t)
{
	return t->name &&
	       (!t->from[FROM_ADDRESS].known || !t->from[FROM_BROWSER].known);
}

void attempt_take_back(struct rt_pipe *p, const struct attempt *t)
{
	gate_take_back(p, &t->by_address);
	gate_take_back(p, &t->by_name);
	for (int i = 0; i < FROMS; i++)
		gate_take_back(p, &t->from[i].gate);
}

enum rt_err attempt_forget(struct rt *rt, struct arena *a,
			   const struct attempt *t)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	attempt_take_back(&p, t);
	return rt_pipe_end(&p);
}

void attempt_good(struct rt_pipe *p, const struct attempt *t)
{
	if (!t->name)
		return;
	if (!p->rt->browser)
		p->rt->browser = secret_new(p->a);
	attempt_take_back(p, t);
	for (int i = 0; i < FROMS; i++)
		rt_pipe(p, "SET " KEY_KNOWN " 1 EX %d",
			attempt_digest(p, i, t->name), known_seconds[i]);
}
