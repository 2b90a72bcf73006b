/*
 * Removing members and posts for good.  The claim on the name goes last: a
 * removal that was cut off anywhere is finished by doing it again.  What
 * home timelines still hold is skipped by all who read them.
 */
#include <string.h>

#include "libretwis/host/adopt_own.h"
#include "libretwis/host/drop_member.h"
#include "libretwis/member/notice.h"
#include "libretwis/member/user.h"
#include "libretwis/post/erase.h"
#include "libretwis/post/schedule.h"

/* ---- what there is to remove ------------------------------------------- */

/* Without its hash, a member is whoever was claimed by exactly that name. */
static const char *claimed_name(struct arena *a, const struct user_claim *c,
				const char *name)
{
	if (c->exact)
		return name;
	return c->folded ? rt_name_fold(a, name) : NULL;
}

static enum rt_err count_all(struct rt *rt, struct arena *a,
			     struct rt_removal *r)
{
	const char *field[2] = { NULL };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	rt_pipe_strs(&p, field, 2, "HMGET " KEY_USER " username auth",
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
	r.user.name = claimed_name(a, &claim, name);
	r.adopted = layout;
	if ((err = count_all(rt, a, &r)))
		return err;
	if (!r.user.id || !r.user.name)
		return RT_NOT_FOUND;
	*removal = r;
	return RT_OK;
}

/* ---- lists and sets, chunk by chunk ------------------------------------ */

static enum rt_err drop_each(struct rt *rt, struct sweep *s,
			     const char **entry, size_t n,
			     void (*drop)(struct rt_pipe *p, uint64_t id,
					  const char *entry))
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, &s->chunk);
	for (size_t i = 0; i < n; i++)
		drop(&p, s->id, entry[i]);
	if ((err = rt_pipe_end(&p)))
		return err;
	sweep_told(s, n);
	return RT_OK;
}

static void ask_followers(struct rt_pipe *p, uint64_t id, const char **entry)
{
	rt_pipe_strs(p, entry, SWEEP_CHUNK, "ZRANGE " KEY_FOLLOWERS " 0 %d",
		     id, SWEEP_CHUNK - 1);
}

static void drop_follower(struct rt_pipe *p, uint64_t id, const char *entry)
{
	rt_pipe(p, "ZREM " KEY_FOLLOWING " " ID, rt_u64(entry), id);
	rt_pipe(p, "ZREM " KEY_FOLLOWERS " %s", id, entry);
}

static enum rt_err drop_followers(struct rt *rt, struct sweep *s,
				  const char **entry, size_t n)
{
	return drop_each(rt, s, entry, n, drop_follower);
}

static void ask_following(struct rt_pipe *p, uint64_t id, const char **entry)
{
	rt_pipe_strs(p, entry, SWEEP_CHUNK, "ZRANGE " KEY_FOLLOWING " 0 %d",
		     id, SWEEP_CHUNK - 1);
}

static void drop_followed(struct rt_pipe *p, uint64_t id, const char *entry)
{
	rt_pipe(p, "ZREM " KEY_FOLLOWERS " " ID, rt_u64(entry), id);
	notice_drop(p, rt_u64(entry), RT_NOTICE_FOLLOW, 0, id);
	rt_pipe(p, "ZREM " KEY_FOLLOWING " %s", id, entry);
}

static enum rt_err drop_following(struct rt *rt, struct sweep *s,
				  const char **entry, size_t n)
{
	return drop_each(rt, s, entry, n, drop_followed);
}

static void ask_posts(struct rt_pipe *p, uint64_t id, const char **entry)
{
	rt_pipe_strs(p, entry, SWEEP_CHUNK, "LRANGE " KEY_OWN " 0 %d", id,
		     SWEEP_CHUNK - 1);
}

static enum rt_err drop_posts(struct rt *rt, struct sweep *s,
			      const char **entry, size_t n)
{
	enum rt_err err = erase_posts(rt, &s->chunk, s->id, entry, n);

	if (!err)
		sweep_told(s, n);
	return err;
}

/* ---- a member ---------------------------------------------------------- */

/* Another member may be found by the same small letters. */
static enum rt_err forget_name(struct rt *rt, struct arena *a,
			       const struct rt_user *u)
{
	const char *folded = rt_name_fold(a, u->name);
	uint64_t legacy = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	rt_pipe_u64(&p, &legacy, "HGET " KEY_NAMES " %s", folded);
	if ((err = rt_pipe_end(&p)) || legacy != u->id)
		return err;
	rt_pipe_begin(&p, rt, a);
	rt_pipe(&p, "HDEL " KEY_NAMES " %s", folded);
	return rt_pipe_end(&p);
}

/*
 * Without a hash nobody signs in, is signed in or is found, and so nothing
 * new comes to what is removed next.
 */
static enum rt_err hide(struct rt *rt, struct arena *a,
			const struct rt_user *u)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	if (u->secret)
		rt_pipe(&p, "HDEL " KEY_AUTHS " %s", u->secret);
	rt_pipe(&p, "ZREM " KEY_BY_TIME " %s", u->name);
	rt_pipe(&p, "ZREM " KEY_MEMBERS " %s", user_entry(a, u->name, u->id));
	rt_pipe(&p, "UNLINK " KEY_USER, u->id);
	return rt_pipe_end(&p);
}

/* Home timeline, notices, and whatever a page was about to write meanwhile. */
static enum rt_err remove_rest(struct rt *rt, struct arena *a,
			       const struct rt_user *u)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	rt_pipe(&p, "UNLINK " KEY_POSTS, u->id);
	rt_pipe(&p, "UNLINK " KEY_NOTICES, u->id);
	rt_pipe(&p, "UNLINK " KEY_USER, u->id);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin(&p, rt, a);
	rt_pipe(&p, "HDEL " KEY_USERS " %s", u->name);
	return rt_pipe_end(&p);
}

/* Who is removed, and what a page wrote at that moment all the same. */
static enum rt_err drop_people(struct rt *rt, struct sweep *s)
{
	enum rt_err err = sweep(rt, s, ask_followers, drop_followers);

	return err ? err : sweep(rt, s, ask_following, drop_following);
}

enum rt_err sweep_remains(struct rt *rt, uint64_t id)
{
	struct sweep s = { .id = id };
	struct rt_pipe p;
	enum rt_err err;

	if (!(err = drop_people(rt, &s)) && !(err = sweep_reposts(rt, &s)) &&
	    !(err = sweep_likes(rt, &s))) {
		rt_pipe_begin(&p, rt, &s.chunk);
		rt_pipe(&p, "UNLINK " KEY_POSTS, id);
		rt_pipe(&p, "UNLINK " KEY_NOTICES, id);
		err = rt_pipe_end(&p);
	}
	arena_free(&s.chunk);
	return err;
}

/* What PHP Retwis wrote since the adoption is looked for, too. */
enum rt_err rt_remove_member(struct rt *rt, const struct rt_removal *removal,
			     void (*tell)(uint64_t done, uint64_t total))
{
	const struct rt_user *u = &removal->user;
	struct sweep s = { .id = u->id, .tell = tell };
	enum rt_err err;

	s.total = removal->posts + removal->followers + removal->following +
		  removal->likes;
	if (!(err = forget_name(rt, &s.chunk, u)) &&
	    !(err = hide(rt, &s.chunk, u)) &&
	    !(err = schedule_drop(rt, &s.chunk, u->id)) &&
	    !(err = own_fill(rt, u->id, &s.total)) &&
	    !(err = drop_people(rt, &s)) &&
	    !(err = sweep(rt, &s, ask_posts, drop_posts)) &&
	    !(err = sweep_reposts(rt, &s)) && !(err = sweep_likes(rt, &s)))
		err = remove_rest(rt, &s.chunk, u);
	arena_free(&s.chunk);
	return err;
}

enum rt_err rt_remove_post(struct rt *rt, struct arena *a, uint64_t id)
{
	return erase_post(rt, a, id, 0);
}
