/*
 * Private feeds.  The secret contains the id of its owner, as the secret of a
 * session does, and `user:ID feed` has only its digest: whoever reads the
 * database still cannot read the feed.
 */
#include "base/secret.h"
#include "libretwis/member/user_fields.h"
#include "libretwis/timeline/feed_renew.lua.h"
#include "libretwis/timeline/home_list.h"
#include "libretwis/timeline/top.h"
#include "schema/key.h"

enum rt_err rt_has_feed(struct rt *rt, struct arena *a, uint64_t id,
			bool *has_feed)
{
	uint64_t has = 0;
	enum rt_err err =
		rt_read_u64(rt, a, &has, "HEXISTS " KEY_USER " feed", id);

	if (!err)
		*has_feed = has;
	return err;
}

enum rt_err rt_feed_renew(struct rt *rt, struct arena *a,
			  const struct rt_user *me, const char **secret)
{
	const char *fresh = secret_new_for(a, me->id);
	uint64_t is_renewed = 0;
	enum rt_err err;

	err = rt_read_u64(
		rt, a, &is_renewed, "EVAL %s 1 " KEY_USER " %s %s %s",
		FEED_RENEW_LUA, me->id, me->device ? "generation" : "auth",
		me->device ? arena_printf(a, ID, me->generation) : me->secret,
		secret_digest(a, fresh));
	if (err)
		return err;
	if (!is_renewed)
		return RT_DENIED;
	*secret = fresh;
	return RT_OK;
}

enum rt_err rt_feed_revoke(struct rt *rt, struct arena *a, uint64_t id)
{
	return rt_do(rt, a, "HDEL " KEY_USER " feed", id);
}

/* ---- announcements in it ------------------------------------------------ */

/* A repost has the id of the original, and says nothing of its place. */
static size_t feed_place(const struct rt_posts *posts, uint64_t id)
{
	size_t i = 0;

	while (i < posts->n && (posts->v[i].reposter || posts->v[i].id > id))
		i++;
	return i;
}

static bool feed_has(const struct rt_posts *posts, uint64_t id)
{
	for (size_t i = 0; i < posts->n; i++)
		if (posts->v[i].id == id)
			return true;
	return false;
}

static void feed_insert(struct rt_posts *posts, const struct rt_post *post)
{
	size_t at = feed_place(posts, post->id);

	for (size_t i = posts->n; i > at; i--)
		posts->v[i] = posts->v[i - 1];
	posts->v[at] = *post;
	posts->n++;
}

/*
 * Adds those that run, and are not among the posts, in their places.  They are
 * there even if the member has muted their authors.
 */
static struct rt_posts feed_add_running(struct arena *a,
					const struct post_load *running,
					const struct rt_posts *posts)
{
	size_t n = running->ids.n;
	struct rt_posts more = { .v = arena_alloc(a, n * sizeof *more.v) };
	struct rt_posts all = { .v = arena_alloc(a, (posts->n + n) *
							    sizeof *all.v) };

	posts_pick(a, running, n, n, &more);
	for (size_t i = 0; i < posts->n; i++)
		all.v[all.n++] = posts->v[i];
	for (size_t i = 0; i < more.n; i++)
		if (!feed_has(&all, more.v[i].id) &&
		    !member_names_leaves_out(running->names,
					     more.v[i].user_id))
			feed_insert(&all, &more.v[i]);
	return all;
}

/* ---- reading it ---------------------------------------------------------- */

static enum rt_err feed_read_posts(struct rt *rt, struct arena *a,
				   struct page_fill *f, struct rt_posts *posts)
{
	struct post_load running;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	page_fill_queue(&p, f, 0);
	posts_queue(&p, &running, 0, f->names, top_ids(a));
	running.hides_nobody = true;
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin_lenient(&p, rt, a);
	page_fill_queue_rest(&p, f);
	posts_queue_rest(&p, &running);
	if ((err = rt_pipe_end(&p)) || (err = page_fill_end(rt, a, f)))
		return err;
	*posts = feed_add_running(a, &running, &f->posts);
	return RT_OK;
}

/*
 * Reads the list along with the digest, to save a round trip.  A caller whose
 * secret turns out to be wrong gets nothing of it.
 */
enum rt_err rt_feed(struct rt *rt, struct arena *a, const char *secret,
		    struct rt_feed *feed)
{
	uint64_t owner = secret_plausible(secret) ? secret_owner(secret) : 0;
	union user_fields fields;
	struct member_names names = { .visitor = NULL };
	struct running_read running = { .asked_ms = 0 };
	struct home_list home = { .fill = { .size = RT_FEED,
					    .names = &names } };
	struct rt_feed f;
	struct rt_pipe p;
	enum rt_err err;

	if (!owner)
		return RT_NOT_FOUND;
	rt_pipe_begin_lenient(&p, rt, a);
	user_fields_queue(&p, &fields, owner,
			  USER_USERNAME | USER_FEED | USER_STANDING |
				  USER_DISPLAY);
	quiet_queue(&p, &names.quiet, owner);
	home_list_request(&p, &home, owner);
	running_queue(&p, &running);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (!fields.username || !fields.feed ||
	    !rt_belongs(rt_standing_read(fields.standing)) ||
	    !secret_equal(fields.feed, secret_digest(a, secret)))
		return RT_NOT_FOUND;
	if ((err = home_list_parse(rt, a, &home)))
		return err;
	f.name = fields.username;
	f.display = fields.display;
	member_names_set(
		a, &names, owner,
		&(struct rt_names){ .name = f.name, .display = f.display });
	running_take(&running);
	if ((err = feed_read_posts(rt, a, &home.fill, &f.posts)))
		return err;
	*feed = f;
	return RT_OK;
}
