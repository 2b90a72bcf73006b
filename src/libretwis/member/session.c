#include "libretwis/member/session.h"

#include <string.h>

#include "base/secret.h"
#include "base/day.h"
#include "base/prefix.h"
#include "libretwis/member/notify.h"
#include "libretwis/member/last_visit.h"
#include "libretwis/site/context.h"
#include "schema/key.h"
#include "libretwis/member/device_add.lua.h"
#include "libretwis/member/device_used.lua.h"

/* ---- sessions ---------------------------------------------------------- */

void session_queue(struct rt_pipe *p, struct session *s, const char *secret)
{
	*s = (struct session){ .secret = secret,
			       .doubted = p->rt->context->way ==
					  RT_COOKIE_DOUBTFUL };
	if (!secret || !secret_plausible(secret))
		return;
	s->id = secret_owner(secret);
	if (!s->id)
		rt_pipe_u64(p, &s->id, "HGET " KEY_AUTHS " %s", secret);
}

void session_check(struct rt_pipe *p, struct session *s)
{
	if (!s->id || s->checked)
		return;
	s->checked = true;
	s->oldest = device_oldest_day(p->rt, p->a);
	user_fields_queue(p, &s->fields, s->id,
			  USER_USERNAME | USER_AUTH | USER_SEEN | USER_LAST |
				  USER_GENERATION | USER_STANDING |
				  USER_DISPLAY | user_fields_face(p->rt));
	device_queue(p, &s->device, s->id, s->secret);
	if (s->is_form)
		return;
	bell_queue(p, &s->bell, s->id, !s->leaves_a_list);
	quiet_queue(p, &s->quiet, s->id);
}

static bool session_is_shared(const struct session *s)
{
	const char *auth = s->fields.auth;

	return auth && secret_equal(auth, s->secret);
}

static bool session_is_of_device(const struct session *s)
{
	struct device d;

	return device_read(s->device, &d) && !(s->doubted && d.is_sealed) &&
	       d.generation == rt_u64(s->fields.generation) &&
	       device_is_recent(&d, s->oldest);
}

/* Announcements are for those who belong to the site. */
static uint64_t session_unread(const struct bell *bell,
			       enum rt_standing standing)
{
	return rt_belongs(standing) ? bell_unread(bell) : bell->above;
}

struct rt_user session_user(const struct session *s)
{
	enum rt_standing standing = rt_standing_read(s->fields.standing);
	const char *name = s->fields.username;
	const char *last = s->fields.last;
	bool is_shared = session_is_shared(s);

	if (!name || (!is_shared && !session_is_of_device(s)))
		return (struct rt_user){ 0 };
	return (struct rt_user){
		.id = s->id,
		.name = name,
		.display = s->fields.display,
		.face = s->fields.face,
		.secret = s->secret,
		.device = is_shared ? NULL : s->device,
		.generation = rt_u64(s->fields.generation),
		.standing = standing,
		.unread = s->is_form ? RT_UNREAD_UNKNOWN
				     : session_unread(&s->bell, standing),
		.unseen = last && strcmp(last, LAST_OFF) == 0,
	};
}

/*
 * A forged session must not reveal whom the member mutes, by what a page leaves
 * out.
 */
struct quiet_list session_quiet(const struct session *s)
{
	return s->quiet.pairs.n && session_user(s).id
		       ? s->quiet
		       : (struct quiet_list){ 0 };
}

bool session_sees(const struct session *s, const char *standing)
{
	return rt_sees(session_user(s).standing, rt_standing_read(standing));
}

/*
 * `auths` is only a hint, which may lack a secret, or may have another type.
 */
enum rt_err session_clear(struct rt *rt, struct arena *a,
			  const struct rt_user *user, const char *listed)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	if (listed)
		rt_pipe_try(&p, "HSET " KEY_AUTHS " %s " ID, listed, user->id);
	if (user->secret)
		rt_pipe(&p, "HDEL " KEY_AUTHS " %s", user->secret);
	rt_pipe(&p, "UNLINK " KEY_SESSIONS, user->id);
	err = rt_pipe_end(&p);
	notify_member_now(rt, a, user->id);
	return err;
}

static enum rt_err session_find(struct rt *rt, struct arena *a,
				const char *secret, bool is_form,
				struct rt_user *user)
{
	struct session s;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	session_queue(&p, &s, secret);
	s.is_form = is_form;
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin_lenient(&p, rt, a);
	session_check(&p, &s);
	if ((err = rt_pipe_end(&p)))
		return err;
	*user = session_user(&s);
	return RT_OK;
}

enum rt_err rt_session(struct rt *rt, struct arena *a, const char *secret,
		       struct rt_user *user)
{
	return session_find(rt, a, secret, false, user);
}

enum rt_err rt_sender(struct rt *rt, struct arena *a, const char *secret,
		      struct rt_user *user)
{
	return session_find(rt, a, secret, true, user);
}

/* What runs may turn out in the first pipeline, and is counted in the second. */
uint64_t rt_unread(struct rt *rt, struct arena *a, const struct rt_user *user)
{
	uint64_t unread = user->unread;
	struct bell bell;
	struct rt_pipe p;

	if (unread != RT_UNREAD_UNKNOWN)
		return unread;
	rt_pipe_begin(&p, rt, a);
	bell_queue(&p, &bell, user->id, true);
	if (rt_pipe_end(&p))
		return 0;
	unread = session_unread(&bell, user->standing);
	if (unread != RT_UNREAD_UNKNOWN)
		return unread;
	rt_pipe_begin(&p, rt, a);
	bell_queue_rest(&p, &bell);
	if (rt_pipe_end(&p))
		return bell.above;
	unread = session_unread(&bell, user->standing);
	return unread == RT_UNREAD_UNKNOWN ? bell.above : unread;
}

const char *rt_csrf(struct arena *a, const struct rt_user *user)
{
	return secret_mac(a, user->secret, "csrf");
}

bool rt_csrf_ok(struct arena *a, const struct rt_user *user, const char *given)
{
	return secret_equal(given, rt_csrf(a, user));
}

/* ---- entries of sessions:ID -------------------------------------------- */

_Static_assert(RT_DEVICES == SESSIONS_CAP, "a page lists all of them");

void device_queue(struct rt_pipe *p, const char **entry, uint64_t id,
		  const char *secret)
{
	rt_pipe_str(p, entry, "HGET " KEY_SESSIONS " %s", id,
		    secret_digest(p->a, secret));
}

bool device_read(const char *entry, struct device *d)
{
	uint64_t generation = 0;

	if (!entry || !digits_read(&entry, &generation) || *entry++ != ' ' ||
	    strcspn(entry, " ") != DAY_LEN || !entry[DAY_LEN])
		return false;
	*d = (struct device){ generation, entry, entry + DAY_LEN + 1, false };
	d->is_sealed = text_after(d->what, DEVICE_SEAL);
	if (d->is_sealed)
		d->what += strlen(DEVICE_SEAL);
	return true;
}

static bool device_is_shared(const char *what)
{
	return strcmp(what, DEVICE_BEFORE) == 0;
}

bool device_is_open(const struct device *d)
{
	return !d->is_sealed && !device_is_shared(d->what);
}

const char *device_oldest_day(const struct rt *rt, struct arena *a)
{
	return day_ago(a, rt->context->conf->session_days);
}

bool device_is_recent(const struct device *d, const char *oldest)
{
	return strncmp(d->day, oldest, DAY_LEN) >= 0;
}

void device_add(struct rt_pipe *p, uint64_t id, const char *secret,
		uint64_t generation, const char *what)
{
	bool is_shared = device_is_shared(what);
	const char *seal = is_shared ? "" : DEVICE_SEAL;
	const char *oldest = is_shared ? "" : device_oldest_day(p->rt, p->a);

	what = arena_printf(p->a, "%s%s", seal, what);
	rt_pipe(p, "EVAL %s 1 " KEY_SESSIONS " %s %s %d %s", DEVICE_ADD_LUA,
		id, secret_digest(p->a, secret),
		arena_printf(p->a, ID " %s %.*s", generation, day_today(p->a),
			     DEVICE_WHAT_MAX - 1, what),
		RT_DEVICES, oldest);
}

void device_used(struct rt_pipe *p, uint64_t id, const char *secret,
		 bool seals)
{
	rt_pipe(p, "EVAL %s 1 " KEY_SESSIONS " %s %s %s", DEVICE_USED_LUA, id,
		secret_digest(p->a, secret), day_today(p->a),
		seals ? DEVICE_SEAL : "");
}
