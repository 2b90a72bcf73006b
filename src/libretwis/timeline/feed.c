/*
 * Private feeds.  The secret in `user:ID feed` names its owner, as a session's
 * does, and nothing but this file ever compares with it.
 */
#include "libretwis/base/secret.h"
#include "libretwis/post/posts.h"
#include "libretwis/timeline/home.h"

enum { USERNAME, FEED, FIELDS };

enum rt_err rt_feed_secret(struct rt *rt, struct arena *a, uint64_t id,
			   const char **secret)
{
	const char *stored = NULL;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	rt_pipe_str(&p, &stored, "HGET " KEY_USER " feed", id);
	if ((err = rt_pipe_end(&p)))
		return err;
	*secret = stored;
	return RT_OK;
}

enum rt_err rt_feed_renew(struct rt *rt, struct arena *a, uint64_t id)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	rt_pipe(&p, "HSET " KEY_USER " feed %s", id, secret_of(a, id));
	return rt_pipe_end(&p);
}

enum rt_err rt_feed_revoke(struct rt *rt, struct arena *a, uint64_t id)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	rt_pipe(&p, "HDEL " KEY_USER " feed", id);
	return rt_pipe_end(&p);
}

/* The list is asked for before it is known whether the secret is right. */
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
	rt_pipe_begin(&p, rt, a);
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
