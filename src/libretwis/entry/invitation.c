#include "libretwis/entry/invitation.h"

#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/day.h"
#include "base/secret.h"
#include "patterns/delayed.h"
#include "libretwis/entry/invite_bind.lua.h"
#include "libretwis/entry/invite_claim.lua.h"
#include "libretwis/entry/invite_give_back.lua.h"
#include "libretwis/entry/invite_unbind.lua.h"
#include "redis/wait_replicas.h"
#include "libretwis/retwis.h"
#include "schema/key.h"
#include "libretwis/newcomer.h"
#include "libretwis/entry/invite_add.lua.h"
#include "libretwis/member/display_name.h"
#include "libretwis/member/user_fields.h"

/* ---- using a link ------------------------------------------------------ */

#define QUEUE  "guests"
#define WAIT_S 600

/* The field of a form in the hash. */
static const char *guest_form(struct arena *a, const char *nonce)
{
	return arena_printf(a, "form:%s", secret_digest(a, nonce));
}

static const char *guest_note(struct arena *a, const char *token,
			      const char *form)
{
	return arena_printf(a, "%s %s", token, form);
}

/* Queues that no worker needs to check that field of a link any more. */
static void guest_forget(struct rt_pipe *p, const char *token,
			 const char *field)
{
	const struct delayed note = {
		.text = guest_note(p->a, token, field),
	};

	delayed_done(p, QUEUE, &note);
}

/*
 * The note is made first, since a claim without one would never be released.
 */
enum rt_err guest_claim(struct rt *rt, struct arena *a, const char *token,
			const char *nonce)
{
	const char *form = guest_form(a, nonce);
	uint64_t is_claimed = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	delayed_note(&p, QUEUE, guest_note(a, token, form),
		     (uint64_t)clock_date_ms() + WAIT_S * 1000);
	wait_replicas_then(&p);
	rt_pipe_u64(&p, &is_claimed, "EVAL %s 1 " KEY_INVITE " %s %lld",
		    INVITE_CLAIM_LUA, token, form, (long long)time(NULL));
	err = rt_pipe_end(&p);
	return err || is_claimed ? err : RT_NOT_FOUND;
}

enum rt_err guest_bind(struct rt *rt, struct arena *a, const char *token,
		       const char *nonce, uint64_t id, uint64_t *of)
{
	uint64_t is = 0;
	enum rt_err err;

	err = rt_read_u64(rt, a, &is, "EVAL %s 1 " KEY_INVITE " %s " ID,
			  INVITE_BIND_LUA, token, guest_form(a, nonce), id);
	if (err)
		return err;
	*of = is;
	return is ? RT_OK : RT_NOT_FOUND;
}

enum rt_err guest_unbind(struct rt *rt, struct arena *a, const char *token,
			 const char *nonce, uint64_t id)
{
	return rt_do(rt, a, "EVAL %s 1 " KEY_INVITE " %s " ID,
		     INVITE_UNBIND_LUA, token, guest_form(a, nonce), id);
}

/* ---- claims that nobody used ------------------------------------------- */

/*
 * If a registration was interrupted, its claim may have the id of nobody; then
 * it loses the id.
 */
static enum rt_err guest_release(struct rt *rt, struct arena *a,
				 const char *token, const char *form)
{
	const char *claim = NULL, *space;
	struct rt_user user;
	enum rt_err err;

	err = rt_read_str(rt, a, &claim, "HGET " KEY_INVITE " %s", token,
			  form);
	space = claim ? strchr(claim, ' ') : NULL;
	if (err || !space)
		return err;
	err = rt_user_by_id(rt, a, rt_u64(space + 1), &user);
	if (err != RT_NOT_FOUND)
		return err;
	return rt_do(rt, a, "EVAL %s 1 " KEY_INVITE " %s %s",
		     INVITE_UNBIND_LUA, token, form, space + 1);
}

/*
 * If the claim is too young to be released, the note comes back when its lease
 * has expired.
 */
static enum rt_err guest_settle(struct rt *rt, struct arena *a,
				const struct delayed *note)
{
	const char *space = note->text ? strchr(note->text, ' ') : NULL;
	long long before = (long long)time(NULL) - WAIT_S;
	uint64_t is_done = 1;
	enum rt_err err = RT_OK;

	if (space) {
		const char *token = arena_strndup(
			a, note->text, (size_t)(space - note->text));

		if ((err = guest_release(rt, a, token, space + 1)))
			return err;
		err = rt_read_u64(
			rt, a, &is_done, "EVAL %s 1 " KEY_INVITE " %s %lld",
			INVITE_GIVE_BACK_LUA, token, space + 1, before);
	}
	if (err || !is_done || (err = wait_replicas_data(rt, a)))
		return err;
	return delayed_end(rt, a, QUEUE, note);
}

enum rt_err rt_guests_run(struct rt *rt, struct arena *a)
{
	return delayed_run(rt, a, QUEUE, guest_settle);
}

/* The fields and values that are read of a link: its limits and its guests. */
#define FIELDS_MAX (2 * (4 + (size_t)RT_INVITE_USES))

/* ---- creating and revoking --------------------------------------------- */

/* Nobody knows the link before it is listed; if it never is, it expires. */
static enum rt_err invitation_store(struct rt *rt, struct arena *a,
				    const char *token, uint64_t uses,
				    uint64_t end)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	rt_pipe(&p, "HSET " KEY_INVITE " uses " ID " left " ID " end " ID,
		token, uses, uses, end);
	rt_pipe(&p, "EXPIREAT " KEY_INVITE " " ID, token,
		end + INVITE_SECONDS);
	return rt_pipe_end(&p);
}

enum rt_err rt_invite(struct rt *rt, struct arena *a, uint64_t me,
		      uint64_t uses, uint64_t days)
{
	const uint64_t now = (uint64_t)time(NULL);
	const uint64_t end = now + days * DAY_SECONDS;
	const char *token = secret_new_for(a, me);
	uint64_t is_noted = 0;
	enum rt_err err;

	if ((err = invitation_store(rt, a, token, uses, end)))
		return err;
	err = rt_read_u64(rt, a, &is_noted,
			  "EVAL %s 1 " KEY_INVITES " %s " ID " " ID " %d " ID,
			  INVITE_ADD_LUA, me, token, end, now, RT_INVITES,
			  now - INVITE_SECONDS);
	if (err || is_noted)
		return err;
	err = rt_do(rt, a, "UNLINK " KEY_INVITE, token);
	return err ? err : RT_DENIED;
}

/*
 * It is removed from the list last: as long as a link works, its member sees
 * it.
 */
enum rt_err rt_invite_revoke(struct rt *rt, struct arena *a, uint64_t me,
			     const char *token)
{
	struct rt_pipe p;

	if (!secret_plausible(token) || secret_owner(token) != me)
		return RT_NOT_FOUND;
	rt_pipe_begin(&p, rt, a);
	rt_pipe(&p, "UNLINK " KEY_INVITE, token);
	wait_replicas_then(&p);
	rt_pipe(&p, "ZREM " KEY_INVITES " %s", me, token);
	return rt_pipe_end(&p);
}

/* ---- a link ------------------------------------------------------------ */

enum { LEFT, END, FORM, LINK_FIELDS };

static bool invitation_works(const char *const link[LINK_FIELDS],
			     const union user_fields *owner)
{
	return owner->username &&
	       rt_belongs(rt_standing_read(owner->standing)) && link[LEFT] &&
	       rt_u64(link[END]) > (uint64_t)time(NULL) &&
	       (rt_u64(link[LEFT]) || link[FORM]);
}

enum rt_err rt_invitation(struct rt *rt, struct arena *a, const char *token,
			  const char *nonce, struct rt_invitation *invitation)
{
	uint64_t by = secret_plausible(token) ? secret_owner(token) : 0;
	const char *link[LINK_FIELDS] = { NULL };
	union user_fields owner;
	struct rt_pipe p;
	enum rt_err err;

	if (!by)
		return RT_NOT_FOUND;
	rt_pipe_begin_lenient(&p, rt, a);
	rt_pipe_strs(&p, link, LINK_FIELDS, "HMGET " KEY_INVITE " left end %s",
		     token, guest_form(a, nonce));
	user_fields_queue(&p, &owner, by,
			  USER_USERNAME | USER_STANDING | USER_DISPLAY);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (!invitation_works(link, &owner))
		return RT_NOT_FOUND;
	*invitation = (struct rt_invitation){ .token = token,
					      .by = by,
					      .name = owner.username,
					      .display = owner.display };
	return RT_OK;
}

/* ---- the list ---------------------------------------------------------- */

static void invitation_parse_field(struct rt_invitation *i, struct rt_ids *ids,
				   const char *field, const char *value)
{
	const char *id = strchr(value, ' ');

	if (strcmp(field, "left") == 0)
		i->left = rt_u64(value);
	else if (strcmp(field, "uses") == 0)
		i->uses = rt_u64(value);
	else if (strcmp(field, "end") == 0)
		i->end = clock_stored(rt_u64(value));
	else if (id && ids->n < RT_INVITE_USES)
		ids->v[ids->n++] = rt_u64(id + 1);
}

/* Reads the names of the guests, some of whom may have left. */
static enum rt_err invitations_parse_guests(struct rt *rt, struct arena *a,
					    struct rt_invitations *list,
					    const struct rt_ids *ids)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	for (size_t i = 0; i < list->n; i++)
		for (size_t j = 0; j < ids[i].n; j++)
			display_name_queue(&p, &list->v[i].guest[j],
					   ids[i].v[j]);
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = 0; i < list->n; i++)
		for (size_t j = 0; j < ids[i].n; j++)
			if (list->v[i].guest[j].name)
				list->v[i].guest[list->v[i].guests++] =
					list->v[i].guest[j];
	return RT_OK;
}

static enum rt_err invitations_read(struct rt *rt, struct arena *a,
				    const char *const *token,
				    struct rt_invitations *list)
{
	struct rt_texts fields[2 * RT_INVITES] = { { 0 } };
	struct rt_ids *ids = arena_alloc(a, 2 * RT_INVITES * sizeof *ids);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	for (size_t i = 0; i < 2 * RT_INVITES && token[i]; i++)
		rt_pipe_texts(&p, &fields[i], FIELDS_MAX,
			      "HGETALL " KEY_INVITE, token[i]);
	if ((err = rt_pipe_end(&p)))
		return err;
	list->v = arena_alloc(a, 2 * RT_INVITES * sizeof *list->v);
	for (size_t i = 0; i < 2 * RT_INVITES && token[i]; i++) {
		struct rt_invitation *one = &list->v[list->n];
		struct rt_ids *guests = &ids[list->n];

		if (!fields[i].n)
			continue;
		*one = (struct rt_invitation){ .token = token[i] };
		guests->v = arena_alloc(a, RT_INVITE_USES * sizeof *guests->v);
		for (size_t j = 0; j + 1 < fields[i].n; j += 2)
			invitation_parse_field(one, guests, fields[i].v[j],
					       fields[i].v[j + 1]);
		list->n++;
	}
	return invitations_parse_guests(rt, a, list, ids);
}

enum rt_err rt_invitations(struct rt *rt, struct arena *a, uint64_t me,
			   struct rt_invitations *list)
{
	const char *token[2 * RT_INVITES] = { NULL };
	struct rt_invitations all = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	rt_pipe_strs(&p, token, 2 * RT_INVITES,
		     "ZREVRANGE " KEY_INVITES " 0 %d", me, 2 * RT_INVITES - 1);
	if ((err = rt_pipe_end(&p)) ||
	    (err = invitations_read(rt, a, token, &all)))
		return err;
	*list = all;
	return RT_OK;
}

/* ---- when their member leaves ------------------------------------------ */

/* Deletes the notes of claims, too, since they contain the tokens. */
static enum rt_err invitations_forget_guests(struct rt *rt, struct arena *a,
					     const struct rt_texts *tokens)
{
	struct rt_texts *field =
		arena_alloc(a, tokens->n * sizeof(struct rt_texts));
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	for (size_t i = 0; i < tokens->n; i++)
		rt_pipe_texts(&p, &field[i], FIELDS_MAX, "HKEYS " KEY_INVITE,
			      tokens->v[i]);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin(&p, rt, a);
	for (size_t i = 0; i < tokens->n; i++)
		for (size_t j = 0; j < field[i].n; j++)
			guest_forget(&p, tokens->v[i], field[i].v[j]);
	return rt_pipe_end(&p);
}

enum rt_err rt_invite_revoke_all(struct rt *rt, struct arena *a, uint64_t id)
{
	struct rt_texts tokens = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	err = rt_read_texts(rt, a, &tokens, RT_ALL,
			    "ZRANGE " KEY_INVITES " 0 -1", id);
	if (err || !tokens.n ||
	    (err = invitations_forget_guests(rt, a, &tokens)))
		return err;
	rt_pipe_begin(&p, rt, a);
	for (size_t i = 0; i < tokens.n; i++)
		rt_pipe(&p, "UNLINK " KEY_INVITE, tokens.v[i]);
	wait_replicas_then(&p);
	rt_pipe(&p, "UNLINK " KEY_INVITES, id);
	return rt_pipe_end(&p);
}
