#include "libretwis/invitation.h"

#include <string.h>

#include "base/clock.h"
#include "base/secret.h"
#include "libretwis/entry/guest.h"
#include "libretwis/entry/invite_add.lua.h"
#include "libretwis/member/display_name.h"
#include "libretwis/member/user_fields.h"
#include "redis/wait_replicas.h"
#include "schema/key.h"

#define DAY_SECONDS 86400

/* The fields and values that are read of a link: its limits and its guests. */
#define FIELDS_MAX (2 * (4 + (size_t)RT_INVITE_USES))

/* ---- making and revoking ----------------------------------------------- */

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
	const char *token = secret_of(a, me);
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

/* ---- leaving ----------------------------------------------------------- */

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
