#include "libretwis/host/removal.h"

#include "base/clock.h"
#include "patterns/cache.h"
#include "libretwis/site/aof_rewrite.h"
#include "libretwis/host/adopt_own.h"
#include "libretwis/host/removal_close.lua.h"
#include "libretwis/newcomer.h"
#include "libretwis/member/name_index.h"
#include "libretwis/member/notify.h"
#include "libretwis/member/hosts.h"
#include "libretwis/member/invited.h"
#include "libretwis/member/notice.h"
#include "libretwis/member/user.h"
#include "libretwis/member/user_fields.h"
#include "libretwis/picture/picture_row.h"
#include "libretwis/post/schedule.h"
#include "redis/wait_replicas.h"
#include "schema/key.h"
#include "libretwis/later.h"
#include "libretwis/post/deletion.h"

enum rt_err removal_read(struct rt *rt, struct arena *a, uint64_t id,
			 struct leaving_member *g)
{
	union user_fields fields;
	enum rt_err err =
		user_fields_read(rt, a, &fields, id,
				 USER_USERNAME | USER_AUTH | USER_STANDING |
					 USER_DISPLAY | USER_WAS_USERNAME);

	if (err)
		return err;
	*g = (struct leaving_member){
		.user = { .id = id,
			  .name = fields.username ? fields.username
						  : fields.was_username,
			  .display = fields.display,
			  .secret = fields.auth,
			  .standing = rt_standing_read(fields.standing) },
		.is_closed = !fields.username,
	};
	return RT_OK;
}

/* ---- the note ---------------------------------------------------------- */

static const char *removal_text(struct arena *a, uint64_t id)
{
	return arena_printf(a, ID, id);
}

enum rt_err removal_note(struct rt *rt, struct arena *a, uint64_t id,
			 unsigned wait_ms)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	delayed_postpone(&p, REMOVAL_QUEUE, removal_text(a, id),
			 (uint64_t)clock_date_ms() + wait_ms);
	return rt_pipe_end(&p);
}

/* Queues that no worker is needed any more. */
static void removal_done(struct rt_pipe *p, uint64_t id)
{
	const struct delayed note = { .text = removal_text(p->a, id) };

	delayed_done(p, REMOVAL_QUEUE, &note);
}

/* ---- closing the account ----------------------------------------------- */

/*
 * The name of a newcomer without approval is not reserved, since nobody has
 * ever seen it.
 */
static enum rt_err removal_reserve(struct rt *rt, struct arena *a,
				   const struct rt_user *u)
{
	struct rt_pipe p;

	if (u->standing == RT_WAITING)
		return RT_OK;
	rt_pipe_begin(&p, rt, a);
	reserved_add(&p, u->name);
	return rt_pipe_end(&p);
}

/*
 * Only if it is this member's, since another may have the same name in lower
 * case.
 */
static enum rt_err removal_drop_folded(struct rt *rt, struct arena *a,
				       const struct rt_user *u)
{
	const char *folded = rt_name_fold(a, u->name);
	uint64_t legacy = 0;
	enum rt_err err;

	err = rt_read_u64(rt, a, &legacy, "HGET " KEY_NAMES " %s", folded);
	if (err || legacy != u->id)
		return err;
	return rt_do(rt, a, "HDEL " KEY_NAMES " %s", folded);
}

/* Queues that the member is removed from everything that lists members. */
static void removal_unlist(struct rt_pipe *p, const struct rt_user *u)
{
	if (u->secret)
		rt_pipe(p, "HDEL " KEY_AUTHS " %s", u->secret);
	rt_pipe(p, "ZREM " KEY_BY_TIME " %s", u->name);
	rt_pipe(p, "ZREM " KEY_WAITING " " ID, u->id);
	rt_pipe(p, "ZREM " KEY_MODERATORS " " ID, u->id);
	rt_pipe(p, "ZREM " KEY_SUSPENDED " " ID, u->id);
	directory_unlist(p, u->name, u->id);
	name_index_unlist(
		p,
		&(struct rt_names){ .name = u->name, .display = u->display },
		u->id, NULL);
}

/*
 * Without the hash the member can't sign in, has no session, and can't be
 * found.  So nothing is added to what we delete next.  The hash is closed
 * last, since it has the names under which the member is listed.  The message
 * ends the live streams.
 */
static enum rt_err removal_close_hash(struct rt *rt, struct arena *a,
				      const struct rt_user *u)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	removal_unlist(&p, u);
	wait_replicas_then(&p);
	rt_pipe(&p, "EVAL %s 1 " KEY_USER " %s", REMOVAL_CLOSE_LUA, u->id,
		u->name);
	err = rt_pipe_end(&p);
	notify_member_now(rt, a, u->id);
	return err;
}

/* The only host can't leave, and then nothing has changed. */
static enum rt_err removal_leave_hosts(struct rt *rt, struct arena *a,
				       uint64_t id)
{
	enum rt_err err = hosts_remove(rt, a, id);
	struct rt_pipe p;

	if (err != RT_DENIED)
		return err;
	rt_pipe_begin(&p, rt, a);
	removal_done(&p, id);
	err = rt_pipe_end(&p);
	return err ? err : RT_DENIED;
}

/* Once the hash is closed, nothing has the face any more. */
static enum rt_err removal_release_face(struct rt *rt, struct arena *a,
					uint64_t id)
{
	const char *face = NULL;
	struct rt_pipe p;
	enum rt_err err =
		rt_read_str(rt, a, &face, "HGET " KEY_USER " face", id);

	if (err || !face)
		return err;
	rt_pipe_begin(&p, rt, a);
	picture_release(&p, face);
	return rt_pipe_end(&p);
}

enum rt_err removal_close(struct rt *rt, struct arena *a,
			  const struct rt_user *user, unsigned wait_ms)
{
	enum rt_err err;

	if ((err = removal_note(rt, a, user->id, wait_ms)) ||
	    (err = wait_replicas_data(rt, a)) ||
	    (err = removal_leave_hosts(rt, a, user->id)) ||
	    (err = removal_reserve(rt, a, user)) ||
	    (err = removal_drop_folded(rt, a, user)) ||
	    (err = invited_drop(rt, a, user->id)) ||
	    (err = removal_release_face(rt, a, user->id)))
		return err;
	return removal_close_hash(rt, a, user);
}

/* ---- deleting the rest ------------------------------------------------- */

/*
 * If another process has already done this, somebody else may have the name by
 * now.
 */
static enum rt_err removal_drop_claim(struct rt *rt, struct arena *a,
				      const struct rt_user *u)
{
	uint64_t claimed = 0;
	enum rt_err err =
		rt_read_u64(rt, a, &claimed, "HGET " KEY_USERS " %s", u->name);

	if (err || claimed != u->id)
		return err;
	return rt_do(rt, a, "HDEL " KEY_USERS " %s", u->name);
}

/* Hosts and moderators may have a notice that this newcomer asked to join. */
static enum rt_err removal_delete_notices(struct rt *rt, struct arena *a,
					  uint64_t id)
{
	struct rt_ids staff = { 0 };
	struct rt_pipe p;
	enum rt_err err = staff_some(rt, a, &staff);

	if (err)
		return err;
	rt_pipe_begin_lenient(&p, rt, a);
	for (size_t i = 0; i < staff.n; i++)
		notice_drop(&p, staff.v[i], RT_NOTICE_ASK, 0, id);
	return rt_pipe_end(&p);
}

/*
 * Deletes the keys that are the member's alone, and what a running request may
 * have written in the meantime.  The cached trends may have a tag that nobody
 * else used.
 */
static enum rt_err removal_drop_keys(struct rt *rt, struct arena *a,
				     const struct rt_user *u)
{
	struct rt_pipe p;

	rt_pipe_begin_lenient(&p, rt, a);
	drop_member_keys(&p, u->id);
	if (u->name)
		removal_unlist(&p, u);
	cache_drop(&p, "trending");
	return rt_pipe_end(&p);
}

/*
 * The hash with the name is deleted after the claim on the name, and the note
 * after everything.
 */
static enum rt_err removal_end(struct rt *rt, struct arena *a, uint64_t id)
{
	struct rt_pipe p;
	enum rt_err err;

	if ((err = wait_replicas_data(rt, a)) ||
	    (err = rt_do(rt, a, "UNLINK " KEY_USER, id)))
		return err;
	rt_pipe_begin(&p, rt, a);
	aof_rewrite_owe(&p);
	if ((err = rt_pipe_end(&p)) || (err = wait_replicas_data(rt, a)))
		return err;
	rt_pipe_begin(&p, rt, a);
	removal_done(&p, id);
	return rt_pipe_end(&p);
}

/*
 * PHP Retwis may have written posts since the adoption, which are not in
 * own:ID.
 */
static enum rt_err removal_drop_posts(struct rt *rt, struct drop *d)
{
	const uint64_t before = d->total;
	enum rt_err err = drop_member_posts(rt, d);

	if (err || d->is_cut || (err = adopt_own(rt, d->id, &d->total)))
		return err;
	return d->total > before ? drop_member_posts(rt, d) : RT_OK;
}

enum rt_err removal_drop(struct rt *rt, struct drop *d,
			 const struct rt_user *user)
{
	enum rt_err err;

	if ((err = schedule_drop(rt, &d->chunk, user->id)) ||
	    (err = rt_invite_revoke_all(rt, &d->chunk, user->id)) ||
	    (err = drop_member_people(rt, d)) ||
	    (err = removal_drop_posts(rt, d)) ||
	    (err = drop_member_reposts(rt, d)) ||
	    (err = drop_member_likes(rt, d)) ||
	    (err = drop_member_answers(rt, d)) ||
	    (err = drop_member_invited(rt, d)) ||
	    (err = drop_member_imported(rt, d)) ||
	    (err = drop_member_cases(rt, d)) ||
	    (err = drop_member_readings(rt, d)) || d->is_cut ||
	    (err = removal_delete_notices(rt, &d->chunk, user->id)) ||
	    (err = removal_drop_keys(rt, &d->chunk, user)) ||
	    (user->name && (err = removal_drop_claim(rt, &d->chunk, user))))
		return err;
	return removal_end(rt, &d->chunk, user->id);
}

/* ---- members who leave ------------------------------------------------- */

/* They close their own accounts; a worker deletes the data afterwards. */

/*
 * By then, requests of the member that were running when the account was
 * closed have ended, including the one that closed it.
 */
#define LEAVE_WAIT_MS 5000

#define LEAVE_LEASE_MS 60000
#define LEAVE_RUN_MS   500
#define LEAVE_CHUNK    100

enum rt_err rt_leave(struct rt *rt, struct arena *a, const struct rt_user *me)
{
	struct leaving_member g;
	enum rt_err err = removal_read(rt, a, me->id, &g);

	if (err)
		return err;
	return g.is_closed ? RT_NOT_FOUND
			   : removal_close(rt, a, &g.user, LEAVE_WAIT_MS);
}

/*
 * If the account is still open, the request died right after it made the note;
 * so it is closed now.
 */
static enum rt_err leave_begin(struct rt *rt, struct arena *a,
			       const struct leaving_member *g)
{
	return g->is_closed ? RT_OK
			    : removal_close(rt, a, &g->user, LEAVE_LEASE_MS);
}

/*
 * Puts the note after those of others who leave, and before its lease expires.
 */
static enum rt_err leave_postpone(struct rt *rt, struct arena *a,
				  const struct delayed *note)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	delayed_postpone(&p, REMOVAL_QUEUE, note->text,
			 (uint64_t)clock_date_ms());
	return rt_pipe_end(&p);
}

static enum rt_err leave_continue(struct rt *rt, struct arena *a,
				  const struct delayed *note, uint64_t id,
				  int64_t end_ms)
{
	struct drop d = { .id = id, .most = LEAVE_CHUNK, .end_ms = end_ms };
	struct leaving_member g;
	enum rt_err err;

	if (!(err = removal_read(rt, a, id, &g)) &&
	    !(err = leave_begin(rt, a, &g)))
		err = removal_drop(rt, &d, &g.user);
	arena_free(&d.chunk);
	if (err == RT_DENIED)
		return RT_OK;
	return err || !d.is_cut ? err : leave_postpone(rt, a, note);
}

/* A note that can't be parsed is about nobody, and is deleted. */
enum rt_err rt_leaving_run(struct rt *rt, struct arena *a)
{
	struct delayed_list list = { 0 };
	enum rt_err err;
	uint64_t id;

	err = delayed_claim(rt, a, REMOVAL_QUEUE, (uint64_t)clock_date_ms(),
			    LEAVE_LEASE_MS, 1, &list);
	if (err || !list.n)
		return err;
	id = rt_u64(list.v->text);
	return id ? leave_continue(rt, a, list.v, id,
				   clock_ms() + LEAVE_RUN_MS)
		  : delayed_end(rt, a, REMOVAL_QUEUE, list.v);
}

/* ---- members and posts that a host removes ----------------------------- */

/*
 * The host waits for the result.  If a removal is interrupted, the name still
 * finds the member, and removing it again finishes the work.
 */

#define REMOVE_WAIT_MS 60000

static enum rt_err remove_count(struct rt *rt, struct arena *a,
				struct rt_removal *r)
{
	struct leaving_member g;
	struct rt_pipe p;
	enum rt_err err = removal_read(rt, a, r->user.id, &g);

	if (err)
		return err;
	rt_pipe_begin_lenient(&p, rt, a);
	rt_pipe_u64(&p, &r->posts, "LLEN " KEY_OWN, r->user.id);
	rt_pipe_u64(&p, &r->followers, "ZCARD " KEY_FOLLOWERS, r->user.id);
	rt_pipe_u64(&p, &r->following, "ZCARD " KEY_FOLLOWING, r->user.id);
	rt_pipe_u64(&p, &r->likes, "ZCARD " KEY_LIKED, r->user.id);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (g.is_closed)
		g.user.name = r->user.name;
	r->user = g.user;
	return RT_OK;
}

enum rt_err rt_removal(struct rt *rt, struct arena *a, const char *name,
		       struct rt_removal *removal)
{
	struct rt_removal r = { 0 };
	const char *layout = NULL;
	struct user_claim claim;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	user_queue(&p, &claim, name);
	rt_pipe_str(&p, &layout, "GET " KEY_LAYOUT);
	if ((err = rt_pipe_end(&p)))
		return err;
	r.user.id = user_claimed(&claim);
	/* For a member whose hash is already gone. */
	r.user.name = user_claimed_name(a, &claim, name);
	r.adopted = layout;
	if ((err = remove_count(rt, a, &r)))
		return err;
	if (!r.user.id || !r.user.name)
		return RT_NOT_FOUND;
	*removal = r;
	return RT_OK;
}

/*
 * An account that is already closed needs only its note: its standing, which
 * decides whether the name is reserved, is no longer known.
 */
static enum rt_err remove_begin(struct rt *rt, struct arena *a,
				const struct rt_user *u)
{
	struct leaving_member g;
	enum rt_err err = removal_read(rt, a, u->id, &g);

	if (err)
		return err;
	return g.is_closed ? removal_note(rt, a, u->id, REMOVE_WAIT_MS)
			   : removal_close(rt, a, u, REMOVE_WAIT_MS);
}

/*
 * With the note, a worker takes over if this program dies, and helps if this
 * takes long.
 */
enum rt_err rt_remove_member(struct rt *rt, const struct rt_removal *removal,
			     void (*tell)(uint64_t done, uint64_t total))
{
	const struct rt_user *u = &removal->user;
	struct drop d = { .id = u->id, .tell = tell };
	enum rt_err err;

	d.total = removal->posts + removal->followers + removal->following +
		  removal->likes;
	if (!(err = remove_begin(rt, &d.chunk, u)))
		err = removal_drop(rt, &d, u);
	arena_free(&d.chunk);
	return err;
}

/* The text must not remain in the append-only file, either. */
static enum rt_err remove_for_good(struct rt *rt)
{
	struct arena a = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, &a);
	aof_rewrite_owe(&p);
	err = rt_pipe_end(&p);
	arena_free(&a);
	return err;
}

enum rt_err rt_erase_post(struct rt *rt, uint64_t id,
			  void (*tell)(uint64_t done, uint64_t total))
{
	enum rt_err err = deletion_whole(rt, id, tell);

	return err ? err : remove_for_good(rt);
}

enum rt_err rt_finish_post(struct rt *rt, uint64_t id,
			   void (*tell)(uint64_t done, uint64_t total))
{
	enum rt_err err = deletion_finish(rt, id, tell);

	return err ? err : remove_for_good(rt);
}
