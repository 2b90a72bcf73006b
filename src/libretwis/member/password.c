#include "libretwis/member/password.h"

#include <string.h>

#include "base/message.h"
#include "base/secret.h"
#include "base/clock.h"
#include "base/compute.h"
#include "base/normalize.h"
#include "libretwis/member/challenge.h"
#include "libretwis/member/renew.lua.h"
#include "libretwis/member/session.h"
#include "libretwis/member/user.h"
#include "libretwis/member/user_fields.h"
#include "libretwis/site/layout.h"
#include "libretwis/site/context.h"
#include "libretwis/site/act_log.h"
#include "schema/key.h"
#include "libretwis/member/notice.h"
#include "libretwis/member/reset.lua.h"
#include "libretwis/member/reset_begin.lua.h"

/* ---- hashes ------------------------------------------------------------ */

/*
 * A thread may use the arena of the request, since the request waits until the
 * thread has finished.
 *
 * A new hash is that of the password's NFC, so that it doesn't matter which
 * keyboard it was typed on.  Older versions hashed whatever the keyboard sent.
 * So there is a second form to try: the one that was typed or, if that is the
 * NFC, the NFD.  Most passwords have no second form, and nothing but what was
 * typed decides how many forms there are: the time that an attempt takes says
 * nothing about the member.
 */
struct hashing {
	struct rt *rt;
	struct arena *a;
	const char *form[2];
	int forms;
	const char *stored;
	const char *phc;
	enum rt_err err;
};

static struct hashing hash_begin(struct rt *rt, struct arena *a,
				 const char *password)
{
	const char *nfc = normalize_nfc(a, password), *other = password;

	if (strcmp(nfc, password) == 0)
		other = normalize_nfd(a, password);
	return (struct hashing){ .rt = rt,
				 .a = a,
				 .form = { nfc, other },
				 .forms = strcmp(nfc, other) == 0 ? 1 : 2 };
}

int rt_hashes(struct arena *a, const char *password)
{
	return hash_begin(NULL, a, password).forms;
}

void rt_hash_deadline(struct rt *rt, int64_t soon, int64_t end)
{
	rt->context->hash_begin_by = soon;
	rt->context->hash_end_by = end;
}

/*
 * Checked when the thread starts: others before it may have taken longer than
 * usual.
 */
static bool hash_is_late(const struct hashing *h, int hashes)
{
	int64_t now = clock_ms();

	return h->rt->context->hash_end_by &&
	       now > h->rt->context->hash_begin_by &&
	       now + hashes * rt_hash_ms() > h->rt->context->hash_end_by;
}

static void hash_work_new(void *arg)
{
	struct hashing *h = arg;

	h->err = hash_is_late(h, 1) ? RT_LATE
				    : secret_hash(h->a, h->form[0], &h->phc);
}

/* The hash of another form is to be replaced, as that of a clear text is. */
static void hash_work_verify(void *arg)
{
	struct hashing *h = arg;
	int fits = 0;

	if (hash_is_late(h, h->forms)) {
		h->err = RT_LATE;
		return;
	}
	while (fits < h->forms &&
	       !secret_verify(h->a, h->form[fits], h->stored, &h->phc))
		fits++;
	if (fits == h->forms)
		h->err = RT_DENIED;
	else if (fits > 0)
		secret_hash(h->a, h->form[0], &h->phc);
}

static enum rt_err hash_run(struct hashing *h, void (*work)(void *arg),
			    const char **phc)
{
	compute(work, h);
	if (h->phc)
		*phc = h->phc;
	return h->err;
}

enum rt_err password_hash(struct rt *rt, struct arena *a, const char *password,
			  const char **phc)
{
	struct hashing h = hash_begin(rt, a, password);

	return hash_run(&h, hash_work_new, phc);
}

enum rt_err password_verify(struct rt *rt, struct arena *a,
			    const char *password, const char *stored,
			    const char **phc)
{
	struct hashing h = hash_begin(rt, a, password);

	h.stored = stored;
	return hash_run(&h, hash_work_verify, phc);
}

/* ---- changes ----------------------------------------------------------- */

enum rt_err password_renew_sessions(struct rt *rt, struct arena *a,
				    struct rt_user *u, uint64_t generation,
				    const char *fresh)
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
static enum rt_err password_store(struct rt *rt, struct arena *a,
				  struct rt_user *u, const char *old,
				  const char *phc)
{
	const char *fresh = secret_new_for(a, u->id);
	uint64_t generation = 0;
	enum rt_err err;

	err = rt_read_u64(rt, a, &generation,
			  "EVAL %s 1 " KEY_USER " %s %s %s", RENEW_LUA, u->id,
			  old, phc, rt->context->adopted ? "" : fresh);
	return err ? err
		   : password_renew_sessions(rt, a, u, generation, fresh);
}

enum rt_err rt_set_password(struct rt *rt, struct arena *a,
			    const struct rt_user *user, const char *password)
{
	struct rt_user u = *user;
	const char *phc = NULL;
	enum rt_err err;

	if ((err = layout_check(rt, a)) ||
	    (err = password_hash(rt, a, password, &phc)))
		return err;
	return password_store(rt, a, &u, "", phc);
}

/* ---- changes by the member --------------------------------------------- */

/* The new password is checked only after the attempt has been counted. */
static enum rt_err password_check_new(const struct rt *rt, struct arena *a,
				      struct rt_password_change *r,
				      const struct rt_user *me)
{
	if (rt_passwords_match(a, r->old, r->password))
		r->problem = _("That's your current password.");
	else
		r->problem = rt_password_problem(a, r->password, me->name,
						 rt->context->conf->name);
	return r->problem ? RT_DENIED : RT_OK;
}

/* Reads the stored password, if the member may make another attempt. */
static enum rt_err password_read(struct rt *rt, struct arena *a,
				 struct attempt *t, uint64_t id,
				 const char **stored)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	attempt_count_strangers(&p, t);
	rt_pipe_str(&p, stored, "HGET " KEY_USER " password", id);
	if ((err = rt_pipe_end(&p)))
		return err;
	return attempt_check(rt, a, t);
}

/* Also RT_DENIED if another tab, or a host, has just changed the password. */
static enum rt_err password_replace(struct rt *rt, struct arena *a,
				    const struct rt_password_change *r,
				    const char *stored, struct rt_user *me)
{
	const char *phc = NULL;
	enum rt_err err = password_verify(rt, a, r->old, stored, &phc);

	if (err || (err = password_hash(rt, a, r->password, &phc)))
		return err;
	err = password_store(rt, a, me, stored, phc);
	return err == RT_NOT_FOUND ? RT_DENIED : err;
}

enum rt_err rt_prove_password(struct rt *rt, struct arena *a,
			      const struct rt_user *me, const char *password)
{
	const char *stored = NULL, *phc;
	struct attempt t;
	enum rt_err err;

	if ((err = attempt_begin(rt, a, &t, me)) ||
	    (err = password_read(rt, a, &t, me->id, &stored)))
		return err;
	err = password_verify(rt, a, password, stored, &phc);
	if (err == RT_LATE)
		attempt_cancel(rt, a, &t);
	return err ? err : attempt_cancel(rt, a, &t);
}

enum rt_err rt_change_password(struct rt *rt, struct arena *a,
			       struct rt_password_change *r,
			       struct rt_user *me)
{
	const char *stored = NULL;
	struct attempt t;
	enum rt_err err;

	if ((err = layout_check(rt, a)) ||
	    (err = attempt_begin(rt, a, &t, me)) ||
	    (err = password_read(rt, a, &t, me->id, &stored)) ||
	    (err = password_check_new(rt, a, r, me)))
		return err;
	err = password_replace(rt, a, r, stored, me);
	if (err == RT_LATE)
		attempt_cancel(rt, a, &t);
	return err ? err : user_announce(rt, a, me, &t);
}

/* ---- reset links ------------------------------------------------------- */

/*
 * Password reset links, for members who have forgotten their password.  The
 * field `reset` of `user:ID` has the digest of the link's token and when it
 * expires.  The token contains its owner's id, as the secret of a session
 * does.
 */

static uint64_t reset_now(void)
{
	return (uint64_t)time(NULL);
}

enum rt_err rt_reset_begin(struct rt *rt, struct arena *a,
			   const struct rt_user *user,
			   const struct rt_acting *who, const char **token)
{
	struct act act = act_new(a, RT_ACT_LINK, user->id, 0, who);
	const char *fresh = secret_new_for(a, user->id);
	uint64_t is_there = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	act_begin(&p, &act);
	rt_pipe_then(&p);
	rt_pipe_u64(&p, &is_there, "EVAL %s 1 " KEY_USER " %s %s",
		    RESET_BEGIN_LUA, user->id,
		    arena_printf(a, "%s " ID, secret_digest(a, fresh),
				 reset_now() + RT_RESET_SECONDS),
		    act.token);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin(&p, rt, a);
	if (is_there && who->by)
		notice_add(&p, user->id, RT_NOTICE_RESET, 0, who->by);
	act_finish(&p, &act, is_there);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (!is_there)
		return RT_NOT_FOUND;
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
	enum rt_err err;

	if (!owner)
		return RT_NOT_FOUND;
	err = user_fields_read(rt, a, &fields, owner,
			       USER_USERNAME | USER_AUTH | USER_RESET |
				       USER_STANDING | USER_TOTP);
	if (err)
		return err;
	if (!fields.username || !reset_is_good(a, fields.reset, token))
		return RT_NOT_FOUND;
	*user = (struct rt_user){ .id = owner,
				  .name = fields.username,
				  .secret = fields.auth,
				  .standing =
					  rt_standing_read(fields.standing),
				  .two_step = fields.totp };
	return RT_OK;
}

static enum rt_err reset_store(struct rt *rt, struct arena *a,
			       const char *token, const char *phc,
			       struct rt_user *u)
{
	const char *fresh = secret_new_for(a, u->id);
	uint64_t generation = 0;
	enum rt_err err;

	err = rt_read_u64(rt, a, &generation,
			  "EVAL %s 1 " KEY_USER " %s " ID " %s %s", RESET_LUA,
			  u->id, secret_digest(a, token), reset_now(), phc,
			  rt->context->adopted ? "" : fresh);
	return err ? err
		   : password_renew_sessions(rt, a, u, generation, fresh);
}

enum rt_err rt_reset(struct rt *rt, struct arena *a, const char *token,
		     struct rt_password_change *r, struct rt_user *user)
{
	const struct attempt t = attempt_first(rt, a, user->name);
	struct rt_user u = *user;
	const char *phc = NULL;
	enum rt_err err;

	r->problem = rt_password_problem(a, r->password, u.name,
					 rt->context->conf->name);
	if (r->problem)
		return RT_DENIED;
	if ((err = password_hash(rt, a, r->password, &phc)) ||
	    (err = reset_store(rt, a, token, phc, &u)))
		return err;
	/*
	 * The link stands for the password, and not for a code.  The password
	 * is changed even if Redis is too full for a session.
	 */
	err = u.two_step ? challenge_ask(rt, a, &u)
			 : user_announce(rt, a, &u, &t);
	if (err == RT_CODE)
		return RT_CODE;
	if (err)
		u = (struct rt_user){ 0 };
	*user = u;
	return RT_OK;
}
