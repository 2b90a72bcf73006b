/* Changing a password, by the member or by a host. */
#include "libretwis/member/renew.h"

#include <string.h>

#include "base/secret.h"
#include "libretwis/member/hash.h"
#include "libretwis/member/renew.lua.h"
#include "libretwis/member/session.h"
#include "libretwis/member/user.h"
#include "libretwis/site/layout.h"
#include "libretwis/site/context.h"
#include "schema/key.h"

enum rt_err renew_sessions(struct rt *rt, struct arena *a, struct rt_user *u,
			   uint64_t generation, const char *fresh)
{
	enum rt_err err;

	if (!generation)
		return RT_NOT_FOUND;
	err = session_clear(rt, a, u, NULL);
	u->secret = fresh;
	u->generation = generation;
	return err;
}

/*
 * Replaces the stored password if it is `old`, or whatever it is if `old` is
 * empty.
 */
static enum rt_err renew_store(struct rt *rt, struct arena *a,
			       struct rt_user *u, const char *old,
			       const char *phc)
{
	const char *fresh = secret_of(a, u->id);
	uint64_t generation = 0;
	enum rt_err err;

	err = rt_read_u64(rt, a, &generation,
			  "EVAL %s 1 " KEY_USER " %s %s %s", RENEW_LUA, u->id,
			  old, phc, rt->context->adopted ? "" : fresh);
	return err ? err : renew_sessions(rt, a, u, generation, fresh);
}

enum rt_err rt_set_password(struct rt *rt, struct arena *a,
			    const struct rt_user *user, const char *password)
{
	struct rt_user u = *user;
	const char *phc = NULL;
	enum rt_err err;

	if ((err = layout_check(rt, a)) ||
	    (err = hash_new(rt, a, password, &phc)))
		return err;
	return renew_store(rt, a, &u, "", phc);
}

/* ---- the member's own -------------------------------------------------- */

/* The new password is checked only after the attempt has been counted. */
static enum rt_err renew_judge(const struct rt *rt, struct rt_renewal *r,
			       const struct rt_user *me)
{
	if (strcmp(r->old, r->password) == 0)
		r->problem = "That's your current password.";
	else
		r->problem = rt_password_problem(r->password, me->name,
						 rt->context->conf->name);
	return r->problem ? RT_DENIED : RT_OK;
}

/* Reads the stored password, if the member may make another attempt. */
static enum rt_err renew_read(struct rt *rt, struct arena *a,
			      struct attempt *t, uint64_t id,
			      const char **stored)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	attempt_queue(&p, t);
	rt_pipe_str(&p, stored, "HGET " KEY_USER " password", id);
	if ((err = rt_pipe_end(&p)))
		return err;
	return attempt_check(rt, t);
}

/* Also RT_DENIED if another tab, or a host, has just changed the password. */
static enum rt_err renew_try(struct rt *rt, struct arena *a,
			     const struct rt_renewal *r, const char *stored,
			     struct rt_user *me)
{
	const char *phc = NULL;
	enum rt_err err = hash_verify(rt, a, r->old, stored, &phc);

	if (err || (err = hash_new(rt, a, r->password, &phc)))
		return err;
	err = renew_store(rt, a, me, stored, phc);
	return err == RT_NOT_FOUND ? RT_DENIED : err;
}

enum rt_err rt_prove_password(struct rt *rt, struct arena *a,
			      const struct rt_user *me, const char *password)
{
	const char *stored = NULL, *phc;
	struct attempt t;
	enum rt_err err;

	if ((err = attempt_begin(rt, a, &t, me)) ||
	    (err = renew_read(rt, a, &t, me->id, &stored)))
		return err;
	err = hash_verify(rt, a, password, stored, &phc);
	if (err == RT_LATE)
		attempt_forget(rt, a, &t);
	return err ? err : attempt_forget(rt, a, &t);
}

enum rt_err rt_change_password(struct rt *rt, struct arena *a,
			       struct rt_renewal *r, struct rt_user *me)
{
	const char *stored = NULL;
	struct attempt t;
	enum rt_err err;

	if ((err = layout_check(rt, a)) ||
	    (err = attempt_begin(rt, a, &t, me)) ||
	    (err = renew_read(rt, a, &t, me->id, &stored)) ||
	    (err = renew_judge(rt, r, me)))
		return err;
	err = renew_try(rt, a, r, stored, me);
	if (err == RT_LATE)
		attempt_forget(rt, a, &t);
	return err ? err : user_announce(rt, a, me, &t);
}
