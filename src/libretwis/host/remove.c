/*
 * Removing members and posts for good.  The claim on the name goes last: if a
 * removal was cut off, the name still finds the member, and removing again
 * finishes it.  Until then a mark in place of the hash tells the checker so.
 * Home timelines keep ids of posts that are gone; every page skips them.
 */
#include "libretwis/host/adopt_own.h"
#include "libretwis/host/drop_member.h"
#include "libretwis/host/remove_close.lua.h"
#include "libretwis/invitation.h"
#include "libretwis/member/called.h"
#include "libretwis/member/hint.h"
#include "libretwis/member/hosts.h"
#include "libretwis/member/user.h"
#include "libretwis/post/erase.h"
#include "libretwis/post/schedule.h"

/* ---- what goes with a member ------------------------------------------- */

/* The name as `users` has it, for a member whose hash is gone already. */
static const char *removal_name(struct arena *a, const struct user_claim *c,
				const char *name)
{
	if (c->exact)
		return name;
	return c->folded ? rt_name_fold(a, name) : NULL;
}

static enum rt_err removal_count(struct rt *rt, struct arena *a,
				 struct rt_removal *r)
{
	const char *field[3] = { NULL };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_look(&p, rt, a);
	rt_pipe_strs(&p, field, 3, "HMGET " KEY_USER " username auth display",
		     r->user.id);
	rt_pipe_u64(&p, &r->posts, "LLEN " KEY_OWN, r->user.id);
	rt_pipe_u64(&p, &r->followers, "ZCARD " KEY_FOLLOWERS, r->user.id);
	rt_pipe_u64(&p, &r->following, "ZCARD " KEY_FOLLOWING, r->user.id);
	rt_pipe_u64(&p, &r->likes, "ZCARD " KEY_LIKED, r->user.id);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (field[0])
		r->user.name = field[0];
	r->user.secret = field[1];
	r->user.display = field[2];
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
	user_look(&p, &claim, name);
	rt_pipe_str(&p, &layout, "GET " KEY_LAYOUT);
	if ((err = rt_pipe_end(&p)))
		return err;
	r.user.id = user_claimed(&claim);
	r.user.name = removal_name(a, &claim, name);
	r.adopted = layout;
	if ((err = removal_count(rt, a, &r)))
		return err;
	if (!r.user.id || !r.user.name)
		return RT_NOT_FOUND;
	*removal = r;
	return RT_OK;
}

/* ---- a member ---------------------------------------------------------- */

/* Only if it is this one: another member may have the same small letters. */
static enum rt_err remove_folded(struct rt *rt, struct arena *a,
				 const struct rt_user *u)
{
	const char *folded = rt_name_fold(a, u->name);
	uint64_t legacy = 0;
	enum rt_err err;

	err = rt_ask_u64(rt, a, &legacy, "HGET " KEY_NAMES " %s", folded);
	if (err || legacy != u->id)
		return err;
	return rt_do(rt, a, "HDEL " KEY_NAMES " %s", folded);
}

/*
 * Without the hash the member cannot sign in, is signed in nowhere, and nobody
 * finds the member any more.  So nothing new comes to what we drop next.  The
 * hint ends the live streams.
 */
static enum rt_err remove_hash(struct rt *rt, struct arena *a,
			       const struct rt_user *u)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_look(&p, rt, a);
	if (u->secret)
		rt_pipe(&p, "HDEL " KEY_AUTHS " %s", u->secret);
	rt_pipe(&p, "ZREM " KEY_BY_TIME " %s", u->name);
	rt_pipe(&p, "ZREM " KEY_WAITING " " ID, u->id);
	rt_pipe(&p, "ZREM " KEY_MEMBERS " %s", user_entry(a, u->name, u->id));
	called_unlist(
		&p,
		&(struct rt_called){ .name = u->name, .display = u->display },
		u->id, NULL);
	rt_pipe(&p, "EVAL %s 1 " KEY_USER " %s", REMOVE_CLOSE_LUA, u->id,
		u->name);
	err = rt_pipe_end(&p);
	hint_member_now(rt, a, u->id);
	return err;
}

/* If another deletion was faster, somebody else may have the name by now. */
static enum rt_err remove_claim(struct rt *rt, struct arena *a,
				const struct rt_user *u)
{
	uint64_t claimed = 0;
	enum rt_err err =
		rt_ask_u64(rt, a, &claimed, "HGET " KEY_USERS " %s", u->name);

	if (err || claimed != u->id)
		return err;
	return rt_do(rt, a, "HDEL " KEY_USERS " %s", u->name);
}

/* What is the member's alone, the mark with what a page wrote late, the name. */
static enum rt_err remove_rest(struct rt *rt, struct arena *a,
			       const struct rt_user *u)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_look(&p, rt, a);
	drop_member_keys(&p, u->id);
	rt_pipe(&p, "UNLINK " KEY_USER, u->id);
	err = rt_pipe_end(&p);
	return err ? err : remove_claim(rt, a, u);
}

/* adopt_own() finds what PHP Retwis wrote since the adoption. */
enum rt_err rt_remove_member(struct rt *rt, const struct rt_removal *removal,
			     void (*tell)(uint64_t done, uint64_t total))
{
	const struct rt_user *u = &removal->user;
	struct drop d = { .id = u->id, .tell = tell };
	enum rt_err err;

	d.total = removal->posts + removal->followers + removal->following +
		  removal->likes;
	if (!(err = hosts_leave(rt, &d.chunk, u->id)) &&
	    !(err = remove_folded(rt, &d.chunk, u)) &&
	    !(err = remove_hash(rt, &d.chunk, u)) &&
	    !(err = schedule_drop(rt, &d.chunk, u->id)) &&
	    !(err = rt_invite_revoke_all(rt, &d.chunk, u->id)) &&
	    !(err = adopt_own(rt, u->id, &d.total)) &&
	    !(err = drop_member_people(rt, &d)) &&
	    !(err = drop_member_posts(rt, &d)) &&
	    !(err = drop_member_reposts(rt, &d)) &&
	    !(err = drop_member_likes(rt, &d)))
		err = remove_rest(rt, &d.chunk, u);
	arena_free(&d.chunk);
	return err;
}

enum rt_err rt_remove_post(struct rt *rt, uint64_t id,
			   void (*tell)(uint64_t done, uint64_t total))
{
	return erase_whole(rt, id, tell);
}

enum rt_err rt_finish_post(struct rt *rt, uint64_t id,
			   void (*tell)(uint64_t done, uint64_t total))
{
	return erase_finish(rt, id, tell);
}
