/* Private feeds. */
#include "libretwis/timeline/home_list.h"
#include "libretwis/timeline/private_address.h"
#include "libretwis/timeline/top.h"

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
	struct private_address address;
	struct member_names names = { .visitor = NULL };
	struct running_read running = { .asked_ms = 0 };
	struct home_list home = { .fill = { .size = RT_FEED,
					    .names = &names } };
	struct rt_feed f;
	struct rt_pipe p;
	enum rt_err err;

	if (!private_address_begin(&address, RT_PRIVATE_FEED, secret))
		return RT_NOT_FOUND;
	rt_pipe_begin_lenient(&p, rt, a);
	private_address_queue(&p, &address);
	quiet_queue(&p, &names.quiet, address.owner);
	home_list_request(&p, &home, address.owner);
	running_queue(&p, &running);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (!private_address_opens(a, &address))
		return RT_NOT_FOUND;
	if ((err = home_list_parse(rt, a, &home)))
		return err;
	f.name = address.fields.username;
	f.display = address.fields.display;
	member_names_set(
		a, &names, address.owner,
		&(struct rt_names){ .name = f.name, .display = f.display });
	running_take(&running);
	if ((err = feed_read_posts(rt, a, &home.fill, &f.posts)))
		return err;
	*feed = f;
	return RT_OK;
}
