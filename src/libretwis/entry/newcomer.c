/* Registration: how somebody becomes a member, or asks for approval. */
#include "libretwis/newcomer.h"

#include <string.h>

#include "base/secret.h"
#include "libretwis/entry/invitation.h"
#include "libretwis/entry/newcomer_undo.lua.h"
#include "libretwis/entry/newcomer_store.lua.h"
#include "libretwis/member/password.h"
#include "libretwis/member/hosts.h"
#include "libretwis/member/invited.h"
#include "libretwis/member/notice.h"
#include "libretwis/member/user.h"
#include "libretwis/member/user_fields.h"
#include "redis/ids.h"
#include "libretwis/site/layout.h"
#include "libretwis/site/context.h"
#include "schema/key.h"

/*
 * Checks the limit and whether the name is available.  A database that never
 * assigned an id is not a classic one, so it starts as adopted, unless PHP
 * Retwis is about to use it, too.  That must be recorded before the first
 * member gets an id.
 */
static enum rt_err newcomer_read_for_name(struct rt *rt, struct arena *a,
					  const char *name,
					  struct rate_limit *limit)
{
	struct user_claim claim;
	struct rt_pipe p;
	uint64_t used = 0, is_reserved = 0;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	rate_limit_queue(&p, limit, RT_RATE_REGISTER, rt->context->visitor);
	user_queue(&p, &claim, name);
	reserved_queue(&p, name, &is_reserved);
	rt_pipe_u64(&p, &used, "EXISTS " KEY_NEXT_USER);
	if ((err = rt_pipe_end(&p)) || (err = rate_limit_check(rt, limit)))
		return err;
	if (user_claimed(&claim) || is_reserved)
		return RT_TAKEN;
	if (used || rt->context->conf->shared)
		return RT_OK;
	return layout_adopt(rt, a);
}

/*
 * Hashes the password, unless too many strangers on the whole site want that.
 * If there is no time for it, the counts are taken back.
 */
static enum rt_err newcomer_hash(struct rt *rt, struct arena *a,
				 const char *password, const char **phc,
				 const struct rate_limit *limit)
{
	struct rate_limit by_site;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	attempt_count_site(&p, &by_site);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (!(err = attempt_check_site(rt, &by_site)))
		err = password_hash(rt, a, password, phc);
	if (err != RT_LATE)
		return err;
	rt_pipe_begin(&p, rt, a);
	rate_limit_take_back(&p, limit);
	rate_limit_take_back(&p, &by_site);
	rt_pipe_end(&p);
	return RT_LATE;
}

/* The member whose link it is, or 0. */
static uint64_t newcomer_inviter(const struct rt_newcomer *n)
{
	return n->invite ? secret_owner(n->invite) : 0;
}

/*
 * Stores the complete hash, since the claim comes next, and then others see
 * it.  `stored` becomes 0 if somebody else has the id.
 */
static enum rt_err newcomer_store(struct rt *rt, struct arena *a,
				  const struct rt_newcomer *n,
				  const struct rt_user *u, const char *phc,
				  uint64_t *stored)
{
	uint64_t by = newcomer_inviter(n);

	return rt_read_u64(rt, a, stored,
			   "EVAL %s 1 " KEY_USER " username %s password %s"
			   " standing %s who %s invited_by %s auth %s",
			   NEWCOMER_STORE_LUA, u->id, u->name, phc,
			   n->who ? rt_standing_word(u->standing) : "",
			   n->who ? n->who : "",
			   by ? arena_printf(a, ID, by) : "",
			   rt->context->adopted ? "" : u->secret);
}

/* Finds an id that nobody has, and stores the member under it. */
static enum rt_err newcomer_allocate_id(struct rt *rt, struct arena *a,
					const struct rt_newcomer *n,
					struct rt_user *u, const char *phc)
{
	uint64_t stored = 0;

	for (unsigned tries = 0; !stored; tries++) {
		struct rt_pipe p;
		enum rt_err err;

		if (tries == ID_TRIES)
			return RT_BROKEN;
		rt_pipe_begin(&p, rt, a);
		ids_next(&p, KEY_NEXT_USER, tries, &u->id);
		if ((err = rt_pipe_end(&p)))
			return err;
		u->secret = secret_new_for(a, u->id);
		err = newcomer_store(rt, a, n, u, phc, &stored);
		if (err)
			return err;
	}
	return RT_OK;
}

/*
 * Deletes a hash that was stored in vain, recognized by its password, which no
 * other has.
 */
static void newcomer_undo(struct rt_pipe *p, uint64_t id, const char *phc)
{
	rt_pipe(p, "EVAL %s 1 " KEY_USER " %s", NEWCOMER_UNDO_LUA, id, phc);
}

static enum rt_err newcomer_undo_now(struct rt *rt, struct arena *a,
				     uint64_t id, const char *phc)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	newcomer_undo(&p, id, phc);
	return rt_pipe_end(&p);
}

/*
 * Somebody else has the name: deletes the hash, and the form may try another
 * name.
 */
static enum rt_err newcomer_refuse_name(struct rt *rt, struct arena *a,
					const struct rt_newcomer *n,
					uint64_t id, const char *phc)
{
	enum rt_err err = newcomer_undo_now(rt, a, id, phc);

	if (!err && n->invite)
		err = guest_unbind(rt, a, n->invite, n->nonce, id);
	return err ? err : RT_TAKEN;
}

/*
 * Of two who want one name, the second deletes its hash; but not if both are
 * the same form, which was submitted twice.
 */
static enum rt_err newcomer_claim_name(struct rt *rt, struct arena *a,
				       const struct rt_newcomer *n,
				       const char *phc,
				       const struct rt_user *u)
{
	uint64_t is_claimed = 0, by = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	rt_pipe_u64(&p, &is_claimed, "HSETNX " KEY_USERS " %s " ID, u->name,
		    u->id);
	rt_pipe_u64(&p, &by, "HGET " KEY_USERS " %s", u->name);
	if ((err = rt_pipe_end(&p)) || is_claimed)
		return err;
	return by == u->id ? RT_TAKEN
			   : newcomer_refuse_name(rt, a, n, u->id, phc);
}

/* If that fails, the newcomer is not refused. */
static void newcomer_notify_staff(struct rt *rt, struct arena *a, uint64_t id)
{
	struct rt_ids staff = { 0 };

	if (staff_some(rt, a, &staff) == RT_OK)
		notice_add_each(rt, a, staff, RT_NOTICE_ASK, id);
}

/*
 * The form was submitted before, and stored the hash of the member `of`, or
 * completed its registration.  If the name is the same, we continue as that
 * member.  If that registration was complete, the claim of the name then says
 * that it is taken, since the newcomer has to sign in.  `phc` is the password
 * in the hash: ours before, that one's after.
 */
static enum rt_err newcomer_resume(struct rt *rt, struct arena *a,
				   const struct rt_newcomer *n,
				   struct rt_user *u, uint64_t of,
				   const char **phc)
{
	union user_fields fields;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	newcomer_undo(&p, u->id, *phc);
	user_fields_queue(&p, &fields, of, USER_USERNAME | USER_PASSWORD);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (!fields.username)
		guest_unbind(rt, a, n->invite, n->nonce, of);
	if (!fields.username || strcmp(fields.username, n->name) != 0)
		return RT_TAKEN;
	u->id = of;
	u->secret = secret_new_for(a, of);
	*phc = fields.password ? fields.password : "";
	return RT_OK;
}

/*
 * The form of an invitation is bound to the member before the name is claimed.
 * So it never creates two members, and if it is interrupted here it has
 * created none.
 */
static enum rt_err newcomer_register_by_link(struct rt *rt, struct arena *a,
					     const struct rt_newcomer *n,
					     const char *phc,
					     struct rt_user *u)
{
	const uint64_t id = u->id;
	const char *stored = phc;
	uint64_t of = 0;
	enum rt_err err = guest_bind(rt, a, n->invite, n->nonce, id, &of);

	if (err == RT_NOT_FOUND)
		newcomer_undo_now(rt, a, id, phc);
	if (!err && of != id)
		err = newcomer_resume(rt, a, n, u, of, &stored);
	if (err || (err = newcomer_claim_name(rt, a, n, stored, u)) ||
	    u->id == id)
		return err;
	return rt_do(rt, a, "HSET " KEY_USER " password %s", u->id, phc);
}

static enum rt_err newcomer_register(struct rt *rt, struct arena *a,
				     const struct rt_newcomer *n,
				     const char *phc, struct rt_user *u)
{
	if (n->invite)
		return newcomer_register_by_link(rt, a, n, phc, u);
	return newcomer_claim_name(rt, a, n, phc, u);
}

/* If this fails, the newcomer is not refused. */
static void newcomer_welcome(struct rt *rt, struct arena *a,
			     const struct rt_newcomer *n, uint64_t id)
{
	uint64_t by = newcomer_inviter(n);

	if (n->who)
		newcomer_notify_staff(rt, a, id);
	if (!by)
		return;
	invited_add(rt, a, by, id);
	if (rt_follow(rt, a, id, by) == RT_OK)
		rt_follow(rt, a, by, id);
}

enum rt_err rt_newcomer(struct rt *rt, struct arena *a,
			const struct rt_newcomer *n, struct rt_user *user)
{
	struct rt_user u = { .name = arena_strdup(a, n->name),
			     .standing = n->who ? RT_WAITING : RT_MEMBER };
	const struct attempt t = attempt_first(rt, a, n->name);
	const char *phc = NULL;
	struct rate_limit limit;
	enum rt_err err;

	if ((err = layout_check(rt, a)) ||
	    (err = newcomer_read_for_name(rt, a, n->name, &limit)) ||
	    (n->invite && (err = guest_claim(rt, a, n->invite, n->nonce))))
		return err;
	if ((err = newcomer_hash(rt, a, n->password, &phc, &limit)) ||
	    (err = newcomer_allocate_id(rt, a, n, &u, phc)) ||
	    (err = newcomer_register(rt, a, n, phc, &u)) ||
	    (err = user_announce(rt, a, &u, user ? &t : NULL)))
		return err;
	newcomer_welcome(rt, a, n, u.id);
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
