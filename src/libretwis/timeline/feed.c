/*
 * Private feeds.  The secret in `user:ID feed` names its owner, as the secret
 * of a session does, but nothing outside this file ever compares it.
 */
#include "libretwis/base/secret.h"
#include "libretwis/timeline/feed_renew.lua.h"
#include "libretwis/timeline/home.h"

enum { USERNAME, FEED, STANDING, FIELDS };

enum rt_err rt_feed_secret(struct rt *rt, struct arena *a, uint64_t id,
			   const char **secret)
{
	return rt_ask_str(rt, a, secret, "HGET " KEY_USER " feed", id);
}

enum rt_err rt_feed_renew(struct rt *rt, struct arena *a,
			  const struct rt_user *me)
{
	uint64_t is_renewed = 0;
	enum rt_err err;

	err = rt_ask_u64(
		rt, a, &is_renewed, "EVAL %s 1 " KEY_USER " %s %s %s",
		FEED_RENEW_LUA, me->id, me->device ? "generation" : "auth",
		me->device ? arena_printf(a, ID, me->generation) : me->secret,
		secret_of(a, me->id));
	return err || is_renewed ? err : RT_DENIED;
}

enum rt_err rt_feed_revoke(struct rt *rt, struct arena *a, uint64_t id)
{
	return rt_do(rt, a, "HDEL " KEY_USER " feed", id);
}

/*
 * Reads the list along with the secret to save a round trip.  A caller whose
 * secret turns out to be wrong gets nothing of it.
 */
enum rt_err rt_feed(struct rt *rt, struct arena *a, const char *secret,
		    struct rt_feed *feed)
{
	uint64_t owner = secret_plausible(secret) ? secret_owner(secret) : 0;
	const char *field[FIELDS] = { NULL };
	struct home_list home = { .fill.size = RT_FEED };
	struct rt_feed f;
	struct rt_pipe p;
	enum rt_err err;

	if (!owner)
		return RT_NOT_FOUND;
	rt_pipe_look(&p, rt, a);
	rt_pipe_strs(&p, field, FIELDS,
		     "HMGET " KEY_USER " username feed standing", owner);
	home_ask(&p, &home, owner);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (!field[USERNAME] || !field[FEED] ||
	    !rt_belongs(rt_standing_read(field[STANDING])) ||
	    !secret_equal(field[FEED], secret))
		return RT_NOT_FOUND;
	if ((err = home_take(rt, a, &home)))
		return err;
	rt_pipe_look(&p, rt, a);
	fill_ask(&p, &home.fill, 0);
	if ((err = rt_pipe_end(&p)) || (err = fill_take(rt, a, &home.fill)))
		return err;
	f.posts = home.fill.posts;
	f.name = field[USERNAME];
	*feed = f;
	return RT_OK;
}
