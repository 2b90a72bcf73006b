/* Finding members by name, and what lists them. */
#include "libretwis/member/user.h"

#include <string.h>

#include "base/clock.h"
#include "libretwis/member/name_index.h"
#include "libretwis/member/session.h"
#include "libretwis/member/user_fields.h"
#include "redis/keyspace.h"
#include "libretwis/site/context.h"
#include "schema/key.h"
#include "libretwis/member/reserved_add.lua.h"
#include "libretwis/site/site_hmac.h"

/* Where a name is looked for in other forms than the typed one. */
static void user_queue_forms(struct rt_pipe *p, struct user_claim *c,
			     const char *name)
{
	const char *folded = rt_name_fold(p->a, name);
	const char *bare = rt_name_typed(p->a, name);

	if (strcmp(folded, name) != 0)
		rt_pipe_u64(p, &c->folded, "HGET " KEY_USERS " %s", folded);
	if (strcmp(bare, folded) != 0)
		rt_pipe_u64(p, &c->bare, "HGET " KEY_USERS " %s", bare);
}

void user_queue_names(struct rt_pipe *p, struct user_claim *c,
		      const char *name)
{
	const char *folded = rt_name_fold(p->a, name);
	const char *bare = rt_name_typed(p->a, name);

	rt_pipe_u64(p, &c->legacy, "HGET " KEY_NAMES " %s", folded);
	if (strcmp(bare, folded) != 0)
		rt_pipe_u64(p, &c->bare_legacy, "HGET " KEY_NAMES " %s", bare);
}

void user_queue_users(struct rt_pipe *p, struct user_claim *c,
		      const char *name)
{
	*c = (struct user_claim){ 0 };
	rt_pipe_u64(p, &c->exact, "HGET " KEY_USERS " %s", name);
	user_queue_forms(p, c, name);
}

void user_queue(struct rt_pipe *p, struct user_claim *c, const char *name)
{
	user_queue_users(p, c, name);
	user_queue_names(p, c, name);
}

void user_queue_folded(struct rt_pipe *p, struct user_claim *c,
		       const char *name)
{
	user_queue_forms(p, c, name);
	user_queue_names(p, c, name);
}

uint64_t user_claimed(const struct user_claim *c)
{
	const uint64_t found[] = { c->exact, c->folded, c->legacy, c->bare,
				   c->bare_legacy };
	size_t i = 0;

	while (i < sizeof found / sizeof *found - 1 && !found[i])
		i++;
	return found[i];
}

const char *user_claimed_name(struct arena *a, const struct user_claim *c,
			      const char *name)
{
	if (c->exact)
		return name;
	if (c->folded)
		return rt_name_fold(a, name);
	return c->bare && !c->legacy ? rt_name_typed(a, name) : NULL;
}

/* ---- what lists members ------------------------------------------------ */

void user_list(struct rt_pipe *p, const struct rt_user *u, const char *shared)
{
	if (shared)
		rt_pipe(p, "HSET " KEY_AUTHS " %s " ID, shared, u->id);
	if (u->standing == RT_WAITING) {
		rt_pipe(p, "ZADD " KEY_WAITING " NX %s " ID, clock_score(p->a),
			u->id);
		return;
	}
	rt_pipe(p, "ZADD " KEY_BY_TIME " NX %s %s", clock_score(p->a),
		u->name);
	name_index_list(
		p,
		&(struct rt_names){ .name = u->name, .display = u->display },
		u->id);
	directory_list(p, u->name, u->id);
}

/*
 * Every sign-in does this, and so completes a registration that was
 * interrupted before it.
 */
enum rt_err user_announce(struct rt *rt, struct arena *a, struct rt_user *u,
			  const struct attempt *t)
{
	struct rt_pipe p;

	rt_pipe_begin_lenient(&p, rt, a);
	if (t)
		attempt_succeed(&p, t, u->id);
	if (t && rt->context->adopted)
		device_add(&p, u->id, u->secret, u->generation,
			   rt->context->device ? rt->context->device
					       : DEVICE_UNKNOWN);
	user_list(&p, u, rt->context->adopted ? NULL : u->secret);
	if (u->renamed)
		rt_pipe(&p, "HDEL " KEY_USER " renamed", u->id);
	return rt_pipe_end(&p);
}

/* ---- finding members --------------------------------------------------- */

enum rt_err rt_user_by_name(struct rt *rt, struct arena *a, const char *name,
			    struct rt_user *user)
{
	struct user_claim claim;
	struct rt_pipe p;
	struct rt_user u = { 0 };
	union user_fields fields;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	user_queue(&p, &claim, name);
	if ((err = rt_pipe_end(&p)))
		return err;
	u.id = user_claimed(&claim);
	err = user_fields_read(rt, a, &fields, u.id,
			       USER_USERNAME | USER_AUTH);
	if (err)
		return err;
	if (!u.id || !fields.username)
		return RT_NOT_FOUND;
	u.name = fields.username;
	u.secret = fields.auth;
	*user = u;
	return RT_OK;
}

enum rt_err rt_user_by_id(struct rt *rt, struct arena *a, uint64_t id,
			  struct rt_user *user)
{
	struct rt_user u = { .id = id };
	union user_fields fields;
	uint64_t claimed = 0;
	enum rt_err err = user_fields_read(rt, a, &fields, id,
					   USER_USERNAME | USER_STANDING |
						   user_fields_face(rt));

	if (err)
		return err;
	u.name = fields.username;
	u.face = fields.face;
	u.standing = rt_standing_read(fields.standing);
	if (!u.name || u.standing == RT_WAITING)
		return RT_NOT_FOUND;
	err = rt_read_u64(rt, a, &claimed, "HGET " KEY_USERS " %s", u.name);
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

/* ---- reserved names ---------------------------------------------------- */

static const char *reserved_mark(const struct rt *rt, struct arena *a,
				 const char *name)
{
	return rt_site_hmac(rt, a, "reserved-name", rt_name_fold(a, name));
}

void reserved_queue(struct rt_pipe *p, const char *name, uint64_t *is_reserved)
{
	rt_pipe_u64(p, is_reserved, "SISMEMBER " KEY_RESERVED " %s",
		    reserved_mark(p->rt, p->a, name));
}

void reserved_add(struct rt_pipe *p, const char *name)
{
	rt_pipe(p, "EVAL %s 1 " KEY_RESERVED " %s", RESERVED_ADD_LUA,
		reserved_mark(p->rt, p->a, name));
}

/* ---- for hosts --------------------------------------------------------- */

enum rt_err rt_is_reserved(struct rt *rt, struct arena *a, const char *name,
			   bool *is_reserved)
{
	uint64_t is = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	reserved_queue(&p, name, &is);
	if (!(err = rt_pipe_end(&p)))
		*is_reserved = is;
	return err;
}

enum rt_err rt_release(struct rt *rt, struct arena *a, const char *name)
{
	uint64_t was_there = 0;
	enum rt_err err =
		rt_read_u64(rt, a, &was_there, "SREM " KEY_RESERVED " %s %s",
			    reserved_mark(rt, a, name),
			    reserved_mark(rt, a, rt_name_typed(a, name)));

	return err || was_there ? err : RT_NOT_FOUND;
}

/* ---- whom a visitor follows -------------------------------------------- */

void relation_queue(struct rt_pipe *p, const char **followed, uint64_t visitor,
		    struct rt_ids ids)
{
	if (visitor)
		rt_pipe_each(p, followed, ids, "ZMSCORE " KEY_FOLLOWING,
			     visitor);
}
