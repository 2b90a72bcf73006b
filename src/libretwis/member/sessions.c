/* Listing and ending the sessions of a member. */
#include "libretwis/sessions.h"

#include <stdlib.h>
#include <string.h>

#include "base/day.h"
#include "base/secret.h"
#include "libretwis/member/auth_end.lua.h"
#include "libretwis/member/device_claim.lua.h"
#include "libretwis/member/notify.h"
#include "libretwis/member/session.h"
#include "libretwis/member/user_fields.h"
#include "libretwis/site/layout.h"
#include "redis/wait_replicas.h"
#include "redis/keyspace.h"
#include "libretwis/site/context.h"
#include "schema/key.h"

/* Other programs may have added any number of fields. */
#define READ_MAX ((size_t)4 * RT_DEVICES)

void rt_set_cookie_origin(struct rt *rt, enum rt_cookie_origin way)
{
	rt->context->way = way;
}

void rt_device(struct rt *rt, const char *what)
{
	rt->context->device = what;
}

bool rt_share_sessions(const struct rt *rt)
{
	return !rt->context->adopted;
}

const char *rt_session_id(struct arena *a, const struct rt_user *me)
{
	return secret_digest(a, me->secret);
}

/* ---- secrets that were shared ------------------------------------------ */

/*
 * The digest is stored before the secret is deleted: if this is interrupted in
 * between, the session works by both.
 */
static void sessions_store(struct rt_pipe *p, const struct rt_user *u)
{
	if (secret_owner(u->secret))
		device_add(p, u->id, u->secret, u->generation, DEVICE_BEFORE);
}

/*
 * The entry in `auths` is deleted last, since the sweep finds the secret
 * there.
 */
static void sessions_unshare(struct rt_pipe *p, const struct rt_user *u,
			     size_t n)
{
	for (size_t i = 0; i < n; i++)
		rt_pipe(p, "EVAL %s 1 " KEY_USER " %s", DEVICE_CLAIM_LUA,
			u[i].id, u[i].secret);
	wait_replicas_then(p);
	for (size_t i = 0; i < n; i++)
		rt_pipe(p, "HDEL " KEY_AUTHS " %s", u[i].secret);
}

/*
 * A member with id 0 here has another secret by now, so the entry in `auths`
 * is obsolete.
 */
static enum rt_err sessions_claim(struct rt *rt, struct arena *a,
				  const struct rt_user *u, size_t n)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	for (size_t i = 0; i < n; i++)
		if (u[i].id)
			sessions_store(&p, &u[i]);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin_lenient(&p, rt, a);
	sessions_unshare(&p, u, n);
	return rt_pipe_end(&p);
}

/* `pairs` has secrets and the ids of their owners, by turns. */
static enum rt_err sessions_claim_some(struct rt *rt, struct arena *a,
				       struct rt_texts pairs)
{
	size_t n = pairs.n / 2;
	union user_fields *fields = arena_alloc(a, n * sizeof *fields);
	struct rt_user *u = arena_alloc(a, n * sizeof *u);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	for (size_t i = 0; i < n; i++) {
		u[i] = (struct rt_user){ .id = rt_u64(pairs.v[2 * i + 1]),
					 .secret = pairs.v[2 * i] };
		user_fields_queue(&p, &fields[i], u[i].id,
				  USER_AUTH | USER_GENERATION);
	}
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = 0; i < n; i++) {
		u[i].generation = rt_u64(fields[i].generation);
		if (!fields[i].auth ||
		    !secret_equal(fields[i].auth, u[i].secret))
			u[i].id = 0;
	}
	return sessions_claim(rt, a, u, n);
}

enum rt_err rt_sessions_claim(struct rt *rt, struct arena *a)
{
	struct scan auths = { .key = KEY_AUTHS };
	enum rt_err err;

	if ((err = rt_check_layout(rt, a)) || !rt->context->adopted)
		return err;
	while (!err && !auths.whole) {
		arena_reset(a);
		if (!(err = scan_hash(rt, a, &auths)) && auths.pairs.n)
			err = sessions_claim_some(rt, a, auths.pairs);
	}
	return err;
}

/*
 * A classic secret does not contain its owner's id, so it ends with the next
 * sweep.
 */
enum rt_err rt_signed_in(struct rt *rt, struct arena *a,
			 const struct rt_user *user)
{
	struct rt_pipe p;
	struct device d;
	bool seals;

	if (!user->id || !rt->context->adopted || !secret_owner(user->secret))
		return RT_OK;
	if (!device_read(user->device, &d))
		return sessions_claim(rt, a, user, 1);
	seals = rt->context->way == RT_COOKIE_HTTPS && device_is_open(&d);
	if (!seals && strncmp(d.day, day_today(a), DAY_LEN) == 0)
		return RT_OK;
	rt_pipe_begin_lenient(&p, rt, a);
	device_used(&p, user->id, user->secret, seals);
	return rt_pipe_end(&p);
}

/* ---- the list ---------------------------------------------------------- */

static void sessions_parse(struct arena *a, struct rt_devices *all,
			   const char *digest, const struct device *d,
			   const char *here)
{
	if (all->n == RT_DEVICES)
		return;
	all->v[all->n++] = (struct rt_device){
		.id = digest,
		.what = strcmp(d->what, DEVICE_BEFORE) ? d->what : NULL,
		.used = day_noon(arena_strndup(a, d->day, DAY_LEN)),
		.is_here = strcmp(digest, here) == 0,
	};
}

static int sessions_order(const void *one, const void *other)
{
	const struct rt_device *d = one, *e = other;

	if (d->is_here != e->is_here)
		return d->is_here ? -1 : 1;
	return d->used == e->used ? 0 : d->used > e->used ? -1 : 1;
}

enum rt_err rt_sessions(struct rt *rt, struct arena *a,
			const struct rt_user *me, struct rt_devices *devices)
{
	const char *here = rt_session_id(a, me);
	const char *oldest = device_oldest_day(rt, a);
	struct rt_devices all = { .n = 0 };
	struct rt_texts pairs = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	rt_pipe_texts(&p, &pairs, 2 * READ_MAX, "HGETALL " KEY_SESSIONS,
		      me->id);
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = 0; i + 1 < pairs.n; i += 2) {
		struct device d;

		if (device_read(pairs.v[i + 1], &d) &&
		    d.generation == me->generation &&
		    device_is_recent(&d, oldest))
			sessions_parse(a, &all, pairs.v[i], &d, here);
	}
	qsort(all.v, all.n, sizeof *all.v, sessions_order);
	*devices = all;
	return RT_OK;
}

/* ---- ending sessions --------------------------------------------------- */

enum rt_err rt_session_end(struct rt *rt, struct arena *a,
			   const struct rt_user *me, const char *id)
{
	enum rt_err err = rt_do(rt, a, "HDEL " KEY_SESSIONS " %s", me->id, id);

	if (!err)
		notify_member_now(rt, a, me->id);
	return err;
}

enum rt_err rt_sign_out_everywhere(struct rt *rt, struct arena *a,
				   const struct rt_user *user)
{
	const char *fresh;
	enum rt_err err;

	if ((err = layout_check(rt, a)))
		return err;
	fresh = rt->context->adopted ? NULL : secret_new_for(a, user->id);
	/* This ends the sessions, so it is done first and on its own. */
	err = rt_do(rt, a, "EVAL %s 1 " KEY_USER " %s", AUTH_END_LUA, user->id,
		    fresh ? fresh : "");
	return err ? err : session_clear(rt, a, user, fresh);
}

/* A session that is still shared ends in all browsers. */
enum rt_err rt_sign_out(struct rt *rt, struct arena *a,
			const struct rt_user *user)
{
	if (!user->device)
		return rt_sign_out_everywhere(rt, a, user);
	return rt_session_end(rt, a, user, rt_session_id(a, user));
}
