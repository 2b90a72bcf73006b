/* Registering: how somebody becomes a member, or asks to. */
#include "libretwis/newcomer.h"

#include "libretwis/base/secret.h"
#include "libretwis/member/hash.h"
#include "libretwis/member/hosts.h"
#include "libretwis/member/notice.h"
#include "libretwis/member/user.h"
#include "libretwis/redis/layout.h"

/*
 * A database that never gave out an id is not a classic one, so it starts
 * adopted, unless PHP Retwis is about to write there, too.  We must say so
 * before the first member takes an id.
 */
static enum rt_err newcomer_look_for_name(struct rt *rt, struct arena *a,
					  const char *name, struct gate *gate)
{
	struct user_claim claim;
	struct rt_pipe p;
	uint64_t used = 0;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	gate_ask(&p, gate, RT_RATE_REGISTER, rt->visitor);
	user_look(&p, &claim, name);
	rt_pipe_u64(&p, &used, "EXISTS " KEY_NEXT_USER);
	if ((err = rt_pipe_end(&p)) || (err = gate_check(rt, gate)))
		return err;
	if (user_claimed(&claim))
		return RT_TAKEN;
	if (used || rt->conf->shared)
		return RT_OK;
	return layout_adopt(rt, a);
}

/* There was no time for it. */
static void newcomer_forget_try(struct rt *rt, struct arena *a,
				const struct gate *gate)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	gate_take_back(&p, gate);
	rt_pipe_end(&p);
}

/* Writes the whole hash first: the claim comes next, and others see it. */
static enum rt_err newcomer_store(struct rt *rt, struct arena *a,
				  struct rt_user *u, const char *phc,
				  const char *who)
{
	enum rt_err err = rt_ask_u64(rt, a, &u->id, "INCR " KEY_NEXT_USER);
	struct rt_pipe p;

	if (err)
		return err;
	u->secret = secret_of(a, u->id);
	rt_pipe_look(&p, rt, a);
	if (who)
		rt_pipe(&p, "HSET " KEY_USER " standing %s who %s", u->id,
			rt_standing_word(u->standing), who);
	if (!rt->adopted)
		rt_pipe(&p, "HSET " KEY_USER " auth %s", u->id, u->secret);
	rt_pipe(&p, "HSET " KEY_USER " username %s password %s", u->id,
		u->name, phc);
	return rt_pipe_end(&p);
}

/* Of two who want one name the second takes back its hash. */
static enum rt_err newcomer_claim_name(struct rt *rt, struct arena *a,
				       const struct rt_user *u)
{
	uint64_t claimed = 0;
	enum rt_err err;

	err = rt_ask_u64(rt, a, &claimed, "HSETNX " KEY_USERS " %s " ID,
			 u->name, u->id);
	if (err || claimed)
		return err;
	err = rt_do(rt, a, "DEL " KEY_USER, u->id);
	return err ? err : RT_TAKEN;
}

/* The hosts hear of it; that this fails is no reason to refuse anybody. */
static void newcomer_tell_hosts(struct rt *rt, struct arena *a, uint64_t id)
{
	struct rt_ids hosts = { 0 };

	if (hosts_some(rt, a, &hosts) == RT_OK)
		notice_tell_each(rt, a, hosts, RT_NOTICE_ASK, id);
}

enum rt_err rt_newcomer(struct rt *rt, struct arena *a,
			const struct rt_newcomer *n, struct rt_user *user)
{
	struct rt_user u = { .name = arena_strdup(a, n->name),
			     .standing = n->who ? RT_WAITING : RT_MEMBER };
	const struct attempt t = attempt_first(rt, a, n->name);
	const char *phc = NULL;
	struct gate gate;
	enum rt_err err;

	if ((err = layout_check(rt, a)) ||
	    (err = newcomer_look_for_name(rt, a, n->name, &gate)))
		return err;
	if ((err = hash_new(rt, a, n->password, &phc)) == RT_LATE)
		newcomer_forget_try(rt, a, &gate);
	if (err || (err = newcomer_store(rt, a, &u, phc, n->who)) ||
	    (err = newcomer_claim_name(rt, a, &u)) ||
	    (err = user_announce(rt, a, &u, user ? &t : NULL)))
		return err;
	if (n->who)
		newcomer_tell_hosts(rt, a, u.id);
	if (user)
		*user = u;
	return RT_OK;
}

enum rt_err rt_register(struct rt *rt, struct arena *a, const char *name,
			const char *password, struct rt_user *user)
{
	const struct rt_newcomer n = { .name = name, .password = password };

	return rt_newcomer(rt, a, &n, user);
}
