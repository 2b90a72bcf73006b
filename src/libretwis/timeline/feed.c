/*
 * Private feeds.  The secret in `user:ID feed` names its owner, as the secret
 * of a session does, but nothing outside this file ever compares it.
 */
#include "libretwis/base/secret.h"
#include "libretwis/post/posts.h"
#include "libretwis/timeline/home.h"

enum { USERNAME, FEED, FIELDS };

enum rt_err rt_feed_secret(struct rt *rt, struct arena *a, uint64_t id,
			   const char **secret)
{
	return rt_ask_str(rt, a, secret, "HGET " KEY_USER " feed", id);
}

enum rt_err rt_feed_renew(struct rt *rt, struct arena *a, uint64_t id)
{
	return rt_do(rt, a, "HSET " KEY_USER " feed %s", id, secret_of(a, id));
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
	struct home_list home = { 0 };
	struct rt_feed f;
	struct rt_pipe p;
	enum rt_err err;

	if (!owner)
		return RT_NOT_FOUND;
	rt_pipe_look(&p, rt, a);
	rt_pipe_strs(&p, field, FIELDS, "HMGET " KEY_USER " username feed",
		     owner);
	home_ask(&p, &home, owner, RT_FEED);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (!field[USERNAME] || !field[FEED] ||
	    !secret_equal(field[FEED], secret))
		return RT_NOT_FOUND;
	if ((err = home_take(rt, a, &home)) ||
	    (err = posts_load(rt, a, home.page.ids, &f.posts)))
		return err;
	f.name = field[USERNAME];
	*feed = f;
	return RT_OK;
}
