/*
 * Signing in.
 *
 * These are all the commands of a successful sign-in, in their order, each
 * with the file that sends it.  At an empty line the page waits for the
 * replies.  A word at the end says when a command is sent: the browser sends
 * the cookie of a session that has ended (ended), or the word by which it is
 * recognized (shown); it connects over IPv6 (wide); the member has signed in
 * neither from this address nor with this browser (new), or has not signed in
 * from both before (strange); the name has an @ or a blank around it
 * (adorned).
 *
 * POST /login:
 *
 *   # Whose database is it, and who is the visitor?
 *   GET layout                                         site/layout.c
 *   HMGET user:ME username auth ...                    member/session.c       ended
 *   HGET sessions:ME DIGEST                            member/session.c       ended
 *
 *   # How often was that name tried from here? And who has it?
 *   EVAL limit_count.lua limit:sign-in:FROM 10 900     patterns/limit.c
 *   EVAL limit_count.lua limit:sign-in:FROM 10 900     patterns/limit.c       shown
 *   EVAL limit_count.lua limit:sign-in:FROM 10 900     patterns/limit.c       wide
 *   GET limit:sign-in:FROM                             member/rate_limit.c
 *   HGET users TYPED                                   member/user.c
 *   HGET users FOLDED                                  member/user.c
 *   HGET users BARE                                    member/user.c          adorned
 *   HGET names FOLDED                                  member/user.c
 *   HGET names BARE                                    member/user.c          adorned
 *
 *   # Has that member signed in from here before?
 *   HGET known:ME DIGEST                               member/attempt.c
 *   HGET known:ME DIGEST                               member/attempt.c       shown
 *
 *   # How often did strangers try? And what is the password?
 *   EVAL limit_count.lua limit:sign-in-address:IP ...  patterns/limit.c       new
 *   EVAL limit_count.lua limit:sign-in-name:WHO ...    patterns/limit.c       new
 *   EVAL limit_count.lua limit:sign-in-day:WHO ...     patterns/limit.c       new
 *   EVAL limit_count.lua limit:sign-in-all:site ...    patterns/limit.c       new
 *   HMGET user:ME username password ... totp           member/auth.c
 *
 *   # Is it still the password? PHP Retwis stored it as it was typed.
 *   EVAL auth_enter.lua user:ME STORED HASH ...        member/auth.c
 *
 *   # The password was right: take the counts back, remember the places.
 *   EVAL limit_take_back.lua limit:sign-in-address:IP  patterns/limit.c       new
 *   EVAL limit_take_back.lua limit:sign-in-name:WHO    patterns/limit.c       new
 *   EVAL limit_take_back.lua limit:sign-in-day:WHO     patterns/limit.c       new
 *   EVAL limit_take_back.lua limit:sign-in:FROM        patterns/limit.c
 *   EVAL limit_take_back.lua limit:sign-in:FROM        patterns/limit.c       shown
 *   EVAL limit_take_back.lua limit:sign-in:FROM        patterns/limit.c       wide
 *   EVAL known_places_note.lua known:ME 50 DAYS ...    member/attempt.c
 *   EVAL device_add.lua sessions:ME DIGEST ENTRY ...   member/session.c
 *   ZADD users_by_time NX SCORE NAME                   member/user.c
 *   ZADD members 0 LOWER\tME                           member/name_index.c
 *   ZADD directory 0 LOWER\tME                         member/name_index.c
 *
 *   # The member gets a notice, in case it was somebody else.
 *   ZREM notices:ME enter 0 ME                         member/notice.c        strange
 *   EVAL notice_tell.lua notices:ME ...                member/notice.c        strange
 *
 * The limits are those of the default settings.
 *
 * tests/pages/commands.test.mjs compares this list with what MONITOR shows.
 */
#include "libretwis/member/auth.h"

#include "base/secret.h"
#include "libretwis/member/auth_enter.lua.h"
#include "libretwis/member/challenge.h"
#include "libretwis/member/notify.h"
#include "libretwis/member/notice.h"
#include "libretwis/member/user.h"
#include "libretwis/member/user_fields.h"
#include "libretwis/member/password.h"
#include "libretwis/site/layout.h"
#include "libretwis/site/context.h"
#include "schema/key.h"

/* Finds the member, if the visitor may make another attempt. */
static enum rt_err auth_find(struct rt *rt, struct arena *a, struct attempt *t,
			     const char *name, uint64_t *id)
{
	struct user_claim claim;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	attempt_count(&p, t, name);
	user_queue_users(&p, &claim, name);
	rt_pipe_lenient_on(&p); /* `names` has only the oldest members */
	user_queue_names(&p, &claim, name);
	if ((err = rt_pipe_end(&p)) || (err = attempt_check_early(rt, t)))
		return err;
	*id = user_claimed(&claim);
	return attempt_check_member(rt, a, t, *id);
}

/* Reads the stored password, unless strangers have tried too often. */
static enum rt_err auth_read(struct rt *rt, struct arena *a, struct attempt *t,
			     uint64_t id, union user_fields *fields)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	attempt_count_strangers(&p, t);
	user_fields_queue(&p, fields, id,
			  USER_USERNAME | USER_PASSWORD | USER_RENAMED |
				  USER_STANDING | USER_TOTP);
	rt_pipe_lenient(&p);
	err = rt_pipe_end(&p);
	return err ? err : attempt_check(rt, a, t);
}

/*
 * Where all browsers share one secret, two that sign in at once must end up
 * with the same one, so the first to store it wins.
 */
enum rt_err auth_enter(struct rt *rt, struct arena *a, struct rt_user *u,
		       const char *stored, const char *phc, bool begins)
{
	const char *fresh = secret_new_for(a, u->id), *is[2] = { NULL };
	bool is_shared = begins && !rt->context->adopted;
	enum rt_err err;

	err = rt_read_strs(rt, a, is, 2, "EVAL %s 1 " KEY_USER " %s %s %s",
			   AUTH_ENTER_LUA, u->id, stored, phc ? phc : "",
			   is_shared ? fresh : "");
	if (err)
		return err;
	if (!is[0] || !is[1])
		return RT_TAKEN;
	u->generation = rt_u64(is[0]);
	if (begins)
		u->secret = is_shared ? is[1] : fresh;
	return RT_OK;
}

/* RT_CODE: the password is right, but this member has to enter a code, too. */
static enum rt_err auth_prove(struct rt *rt, struct arena *a,
			      const union user_fields *fields,
			      const char *password, struct rt_user *u)
{
	const char *phc = NULL;
	enum rt_err err;

	err = password_verify(rt, a, password, fields->password, &phc);
	if (err == RT_LATE)
		return err;
	if (err || !u->id || !fields->username)
		return RT_DENIED;
	u->name = fields->username;
	u->renamed = fields->renamed;
	u->standing = rt_standing_read(fields->standing);
	err = auth_enter(rt, a, u, fields->password, phc, !fields->totp);
	return !err && fields->totp ? RT_CODE : err;
}

/*
 * If a classic password is used in two browsers at once, the first replaces it
 * by a hash, and the second finds that it has changed.  So it tries once more,
 * which is not counted as another attempt.
 */
static enum rt_err auth_try(struct rt *rt, struct arena *a, struct attempt *t,
			    const char *password, struct rt_user *u)
{
	union user_fields fields;
	struct attempt again = { 0 };
	enum rt_err err;

	if ((err = auth_read(rt, a, t, u->id, &fields)) ||
	    (err = auth_prove(rt, a, &fields, password, u)) != RT_TAKEN)
		return err;
	if ((err = auth_read(rt, a, &again, u->id, &fields)) ||
	    (err = auth_prove(rt, a, &fields, password, u)) != RT_TAKEN)
		return err;
	return RT_DENIED;
}

/*
 * The password was right, so the counts are taken back; but the place is not
 * known before the code is right, too.  If taking them back fails, so does the
 * sign-in.
 */
static enum rt_err auth_ask_code(struct rt *rt, struct arena *a,
				 const struct attempt *t,
				 const struct rt_user *u)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	attempt_take_back(&p, t);
	err = rt_pipe_end(&p);
	return err ? err : challenge_ask(rt, a, u);
}

enum rt_err auth_announce(struct rt *rt, struct arena *a, struct rt_user *u,
			  const struct attempt *t)
{
	enum rt_err err = user_announce(rt, a, u, t);

	/* The member is signed in even if the notice fails. */
	if (!err && attempt_is_strange(t))
		notice_add_own(rt, a, u->id, RT_NOTICE_ENTER);
	return err;
}

enum rt_err rt_sign_in(struct rt *rt, struct arena *a, const char *name,
		       const char *password, struct rt_user *user)
{
	struct rt_user u = { 0 };
	struct attempt t;
	enum rt_err err;

	if ((err = layout_check(rt, a)) ||
	    (err = auth_find(rt, a, &t, name, &u.id)))
		return err;
	err = auth_try(rt, a, &t, password, &u);
	if (err == RT_LATE)
		attempt_cancel(rt, a, &t);
	if (err == RT_CODE)
		return auth_ask_code(rt, a, &t, &u);
	if (err || (err = auth_announce(rt, a, &u, &t)))
		return err;
	*user = u;
	return RT_OK;
}
