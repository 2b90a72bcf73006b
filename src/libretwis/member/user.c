/* Members: claiming a name and finding who has it. */
#include "libretwis/member/user.h"

#include <string.h>

#include "libretwis/base/clock.h"
#include "libretwis/base/secret.h"
#include "libretwis/member/device.h"
#include "libretwis/member/hash.h"
#include "libretwis/redis/layout.h"
#include "libretwis/redis/scan.h"

void user_look(struct rt_pipe *p, struct user_claim *c, const char *name)
{
	*c = (struct user_claim){ 0 };
	rt_pipe_u64(p, &c->exact, "HGET " KEY_USERS " %s", name);
	user_look_folded(p, c, name);
}

void user_look_folded(struct rt_pipe *p, struct user_claim *c,
		      const char *name)
{
	const char *folded = rt_name_fold(p->a, name);

	if (strcmp(folded, name) != 0)
		rt_pipe_u64(p, &c->folded, "HGET " KEY_USERS " %s", folded);
	rt_pipe_u64(p, &c->legacy, "HGET " KEY_NAMES " %s", folded);
}

uint64_t user_claimed(const struct user_claim *c)
{
	return c->exact ? c->exact : c->folded ? c->folded : c->legacy;
}

const char *user_entry(struct arena *a, const char *name, uint64_t id)
{
	return arena_printf(a, MEMBER_ENTRY, rt_name_fold(a, name), id);
}

/* ---- registration ------------------------------------------------------ */

/*
 * A database that never gave out an id is not a classic one, so it starts
 * adopted, unless PHP Retwis is about to write there, too.  We must say so
 * before the first member takes an id.
 */
static enum rt_err user_look_for_name(struct rt *rt, struct arena *a,
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
static void user_forget_try(struct rt *rt, struct arena *a,
			    const struct gate *gate)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	gate_take_back(&p, gate);
	rt_pipe_end(&p);
}

/* Writes the whole hash first: the claim comes next, and others see it. */
static enum rt_err user_store(struct rt *rt, struct arena *a,
			      struct rt_user *u, const char *phc)
{
	enum rt_err err = rt_ask_u64(rt, a, &u->id, "INCR " KEY_NEXT_USER);

	if (err)
		return err;
	u->secret = secret_of(a, u->id);
	if (rt->adopted)
		return rt_do(rt, a,
			     "HSET " KEY_USER " username %s password %s",
			     u->id, u->name, phc);
	return rt_do(rt, a,
		     "HSET " KEY_USER " username %s password %s auth %s",
		     u->id, u->name, phc, u->secret);
}

/* Of two who want one name the second takes back its hash. */
static enum rt_err user_claim_name(struct rt *rt, struct arena *a,
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

void user_list(struct rt_pipe *p, const struct rt_user *u, const char *shared)
{
	if (shared)
		rt_pipe(p, "HSET " KEY_AUTHS " %s " ID, shared, u->id);
	rt_pipe(p, "ZADD " KEY_BY_TIME " NX %s %s", clock_score(p->a),
		u->name);
	rt_pipe(p, "ZADD " KEY_MEMBERS " 0 %s",
		user_entry(p->a, u->name, u->id));
}

/* Sign-in does this, too, and so finishes a registration cut off here. */
enum rt_err user_announce(struct rt *rt, struct arena *a, struct rt_user *u,
			  const struct attempt *t)
{
	struct rt_pipe p;

	rt_pipe_look(&p, rt, a);
	if (t)
		attempt_good(&p, t);
	if (t && rt->adopted)
		device_add(&p, u->id, u->secret, u->generation,
			   rt->device ? rt->device : DEVICE_UNKNOWN);
	user_list(&p, u, rt->adopted ? NULL : u->secret);
	if (u->renamed)
		rt_pipe(&p, "HDEL " KEY_USER " renamed", u->id);
	return rt_pipe_end(&p);
}

enum rt_err rt_register(struct rt *rt, struct arena *a, const char *name,
			const char *password, struct rt_user *user)
{
	struct rt_user u = { .name = arena_strdup(a, name) };
	const struct attempt t = attempt_first(rt, a, name);
	const char *phc = NULL;
	struct gate gate;
	enum rt_err err;

	if ((err = layout_check(rt, a)) ||
	    (err = user_look_for_name(rt, a, name, &gate)))
		return err;
	if ((err = hash_new(rt, a, password, &phc)) == RT_LATE)
		user_forget_try(rt, a, &gate);
	if (err || (err = user_store(rt, a, &u, phc)) ||
	    (err = user_claim_name(rt, a, &u)) ||
	    (err = user_announce(rt, a, &u, user ? &t : NULL)))
		return err;
	if (user)
		*user = u;
	return RT_OK;
}

/* ---- finding ----------------------------------------------------------- */

enum rt_err rt_user_by_name(struct rt *rt, struct arena *a, const char *name,
			    struct rt_user *user)
{
	struct user_claim claim;
	struct rt_pipe p;
	struct rt_user u = { 0 };
	const char *field[2] = { NULL };
	enum rt_err err;

	rt_pipe_look(&p, rt, a);
	user_look(&p, &claim, name);
	if ((err = rt_pipe_end(&p)))
		return err;
	u.id = user_claimed(&claim);
	rt_pipe_look(&p, rt, a);
	rt_pipe_strs(&p, field, 2, "HMGET " KEY_USER " username auth", u.id);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (!u.id || !field[0])
		return RT_NOT_FOUND;
	u.name = field[0];
	u.secret = field[1];
	*user = u;
	return RT_OK;
}

enum rt_err rt_user_by_id(struct rt *rt, struct arena *a, uint64_t id,
			  struct rt_user *user)
{
	struct rt_user u = { .id = id };
	uint64_t claimed = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_look(&p, rt, a);
	rt_pipe_str(&p, &u.name, "HGET " KEY_USER " username", id);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (!u.name)
		return RT_NOT_FOUND;
	err = rt_ask_u64(rt, a, &claimed, "HGET " KEY_USERS " %s", u.name);
	if (err)
		return err;
	if (claimed != id)
		return RT_NOT_FOUND;
	*user = u;
	return RT_OK;
}

enum rt_err users_all(struct rt *rt, struct arena *a, struct arena *chunk,
		      struct id_list *members)
{
	struct scan users = { .key = KEY_USERS };
	enum rt_err err;

	while (!users.whole) {
		arena_reset(chunk);
		if ((err = scan_hash(rt, chunk, &users)))
			return err;
		for (size_t i = 1; i < users.pairs.n; i += 2)
			ids_add(a, members, rt_u64(users.pairs.v[i]));
	}
	ids_sort(members);
	return RT_OK;
}
