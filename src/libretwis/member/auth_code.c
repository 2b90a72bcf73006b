/*
 * Signing in, the second step: the code.
 *
 * These are all the commands of POST /login with a challenge and a code, in
 * their order, each with the file that sends it.  At an empty line the page
 * waits for the replies.
 *
 *   GET layout                                      site/layout.c
 *
 *   TTL challenge:DIGEST                            member/challenge.c
 *   GETDEL challenge:DIGEST                         member/challenge.c
 *
 *   EVAL limit_count.lua limit:code:ME 20 86400     patterns/limit.c
 *   HMGET user:ME username password ... totp ...    member/code.c
 *
 *   EVAL totp_use.lua user:ME SECRET STEP           member/code.c
 *
 *   EVAL limit_take_back.lua limit:code:ME          patterns/limit.c
 *
 *   EVAL auth_enter.lua user:ME STORED ...          member/auth.c
 *
 *   HGET known:ME DIGEST                            member/attempt.c
 *
 * and then what auth.c lists after a right password.  The code is spent before
 * the session begins: after a crash in between, the member waits for the next
 * code, and nobody can use this one.
 */
#include "libretwis/member/auth.h"
#include "libretwis/member/challenge.h"
#include "libretwis/member/code.h"
#include "libretwis/site/layout.h"
#include "libretwis/two_step.h"

#define READ                                                                  \
	(USER_USERNAME | USER_PASSWORD | USER_RENAMED | USER_STANDING |       \
	 USER_GENERATION)

/*
 * A new password ends a challenge, as it ends sessions.  So does switching
 * two-step sign-in off: the next sign-in needs no code.
 */
static bool challenge_holds(const struct challenge *c,
			    const union user_fields *fields)
{
	return fields->username && fields->password && fields->totp &&
	       rt_u64(fields->generation) == c->generation;
}

/* After a wrong code: the member may try again, without the password. */
static enum rt_err auth_code_again(struct rt *rt, struct arena *a,
				   const struct challenge *c)
{
	enum rt_err err = challenge_begin(rt, a, c);

	return err ? err : RT_DENIED;
}

static enum rt_err auth_code_enter(struct rt *rt, struct arena *a,
				   const struct challenge *c,
				   const union user_fields *fields,
				   struct rt_user *u)
{
	enum rt_err err;

	*u = (struct rt_user){
		.id = c->id,
		.name = fields->username,
		.renamed = fields->renamed,
		.standing = rt_standing_read(fields->standing),
	};
	err = auth_enter(rt, a, u, fields->password, NULL, true);
	if (err == RT_TAKEN || (!err && u->generation != c->generation))
		return RT_NOT_FOUND;
	return err;
}

enum rt_err rt_sign_in_code(struct rt *rt, struct arena *a,
			    const char *challenge, const char *typed,
			    struct rt_user *user)
{
	struct code_attempt code;
	struct challenge c;
	struct attempt t;
	struct rt_user u;
	enum rt_err err;

	if ((err = layout_check(rt, a)) ||
	    (err = challenge_take(rt, a, challenge, &c)))
		return err;
	code.id = c.id;
	err = code_prove(rt, a, &code, typed, READ);
	if ((!err || err == RT_DENIED) && !challenge_holds(&c, &code.fields))
		return RT_NOT_FOUND;
	if (err == RT_DENIED)
		return auth_code_again(rt, a, &c);
	if (err || (err = auth_code_enter(rt, a, &c, &code.fields, &u)))
		return err;
	t = attempt_first(rt, a, u.name);
	if ((err = attempt_check_member(rt, a, &t, u.id)) ||
	    (err = auth_announce(rt, a, &u, &t)))
		return err;
	*user = u;
	return RT_OK;
}
