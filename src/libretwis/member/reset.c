/*
 * Password reset links, for members who have forgotten their password.  The
 * field `reset` of `user:ID` has the digest of the link's token and when it
 * expires.  The token contains its owner's id, as the secret of a session
 * does.
 */
#include <string.h>

#include "base/secret.h"
#include "libretwis/member/hash.h"
#include "libretwis/member/notice.h"
#include "libretwis/member/renew.h"
#include "libretwis/member/reset.lua.h"
#include "libretwis/member/reset_begin.lua.h"
#include "libretwis/member/user.h"
#include "libretwis/member/user_fields.h"
#include "libretwis/site/layout.h"
#include "libretwis/site/context.h"
#include "schema/key.h"

static uint64_t reset_now(void)
{
	return (uint64_t)time(NULL);
}

enum rt_err rt_reset_begin(struct rt *rt, struct arena *a,
			   const struct rt_user *user, uint64_t by,
			   const char **token)
{
	const char *fresh = secret_of(a, user->id), *note;
	uint64_t is_there = 0, to = user->id;
	enum rt_err err;

	note = arena_printf(a, "%s " ID, secret_digest(a, fresh),
			    reset_now() + RT_RESET_SECONDS);
	err = rt_read_u64(rt, a, &is_there, "EVAL %s 1 " KEY_USER " %s",
			  RESET_BEGIN_LUA, user->id, note);
	if (err)
		return err;
	if (!is_there)
		return RT_NOT_FOUND;
	if (by &&
	    (err = notice_add_each(rt, a, (struct rt_ids){ .v = &to, .n = 1 },
				   RT_NOTICE_RESET, by)))
		return err;
	*token = fresh;
	return RT_OK;
}

/* Whether the field is of this token, and has not expired. */
static bool reset_is_good(struct arena *a, const char *note, const char *token)
{
	const char *end = note ? strchr(note, ' ') : NULL;

	return end && rt_u64(end + 1) > reset_now() &&
	       secret_equal(arena_strndup(a, note, (size_t)(end - note)),
			    secret_digest(a, token));
}

enum rt_err rt_reset_find(struct rt *rt, struct arena *a, const char *token,
			  struct rt_user *user)
{
	uint64_t owner = secret_plausible(token) ? secret_owner(token) : 0;
	union user_fields fields;
	struct rt_pipe p;
	enum rt_err err;

	if (!owner)
		return RT_NOT_FOUND;
	rt_pipe_begin_lenient(&p, rt, a);
	user_fields_queue(&p, &fields, owner,
			  USER_USERNAME | USER_AUTH | USER_RESET |
				  USER_STANDING);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (!fields.username || !reset_is_good(a, fields.reset, token))
		return RT_NOT_FOUND;
	*user = (struct rt_user){ .id = owner,
				  .name = fields.username,
				  .secret = fields.auth,
				  .standing =
					  rt_standing_read(fields.standing) };
	return RT_OK;
}

static enum rt_err reset_store(struct rt *rt, struct arena *a,
			       const char *token, const char *phc,
			       struct rt_user *u)
{
	const char *fresh = secret_of(a, u->id);
	uint64_t generation = 0;
	enum rt_err err;

	err = rt_read_u64(rt, a, &generation,
			  "EVAL %s 1 " KEY_USER " %s " ID " %s %s", RESET_LUA,
			  u->id, secret_digest(a, token), reset_now(), phc,
			  rt->context->adopted ? "" : fresh);
	return err ? err : renew_sessions(rt, a, u, generation, fresh);
}

enum rt_err rt_reset(struct rt *rt, struct arena *a, const char *token,
		     struct rt_renewal *r, struct rt_user *user)
{
	const struct attempt t = attempt_first(rt, a, user->name);
	struct rt_user u = *user;
	const char *phc = NULL;
	enum rt_err err;

	r->problem = rt_password_problem(r->password, u.name,
					 rt->context->conf->name);
	if (r->problem)
		return RT_DENIED;
	if ((err = hash_new(rt, a, r->password, &phc)) ||
	    (err = reset_store(rt, a, token, phc, &u)))
		return err;
	/* The password is changed even if Redis is too full for a session. */
	if (user_announce(rt, a, &u, &t))
		u = (struct rt_user){ 0 };
	*user = u;
	return RT_OK;
}
