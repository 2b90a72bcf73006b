/* The two timelines: a member's own, and everybody's. */
#include "libretwis/list.h"
#include "libretwis/post.h"
#include "libretwis/session.h"
#include "libretwis/trend.h"

/* Home reads on for so many pages where posts are gone. */
#define READ_ON 3

static enum rt_err read_list(struct rt *rt, struct arena *a, struct session *s,
			     struct list_page *page, struct rt_home *h)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	session_check(&p, s);
	rt_pipe_u64(&p, &h->followers, "ZCARD " KEY_FOLLOWERS, s->id);
	rt_pipe_u64(&p, &h->following, "ZCARD " KEY_FOLLOWING, s->id);
	list_ask(&p, page, arena_printf(a, KEY_POSTS, s->id),
		 READ_ON * RT_PAGE + 1);
	if ((err = rt_pipe_end(&p)))
		return err;
	list_take(page);
	h->me = session_user(s);
	return RT_OK;
}

/*
 * The posts of this stretch of the list, until the page is full: how many of
 * its entries that took.
 */
static enum rt_err read_stretch(struct rt *rt, struct arena *a,
				struct rt_ids ids, struct rt_posts *posts,
				size_t *used)
{
	struct rt_posts found;
	size_t n = 0;
	enum rt_err err = posts_load(rt, a, ids, &found);

	if (err)
		return err;
	while (n < found.n && posts->n < RT_PAGE)
		posts->v[posts->n++] = found.v[n++];
	*used = ids.n;
	if (n < found.n)
		for (*used = 0; ids.v[*used] != found.v[n].id; ++*used)
			continue;
	return RT_OK;
}

/* Few posts are ever gone, so the rest is only read where the page needs it. */
static enum rt_err read_posts(struct rt *rt, struct arena *a,
			      const struct list_page *page, struct rt_home *h)
{
	struct rt_ids rest = page->ids;
	size_t used = 0, further = rest.n > READ_ON * RT_PAGE;
	enum rt_err err = RT_OK;

	rest.n -= further;
	h->posts.v = arena_alloc(a, RT_PAGE * sizeof *h->posts.v);
	for (int turn = 0; !err && rest.n && turn < 2; turn++) {
		struct rt_ids ids = rest;

		if (turn == 0 && ids.n > RT_PAGE)
			ids.n = RT_PAGE;
		if (h->posts.n == RT_PAGE)
			break;
		err = read_stretch(rt, a, ids, &h->posts, &used);
		rest.v += used;
		rest.n -= used;
	}
	if (rest.n + further)
		h->older = list_behind(page, (size_t)(rest.v - page->ids.v));
	h->here = page->here;
	return err;
}

enum rt_err rt_home(struct rt *rt, struct arena *a, const char *secret,
		    struct rt_place place, struct rt_home *home)
{
	struct list_page page = { .here = place };
	struct rt_home h = { 0 };
	struct session s;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	session_look(&p, &s, secret);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (s.id && ((err = read_list(rt, a, &s, &page, &h)) ||
		     (h.me.id && (err = read_posts(rt, a, &page, &h)))))
		return err;
	/* Who is not the owner learns no count of the owner's either. */
	*home = h.me.id ? h : (struct rt_home){ 0 };
	return RT_OK;
}

enum rt_err rt_public(struct rt *rt, struct arena *a, const char *secret,
		      struct rt_public *public)
{
	struct rt_public r = { 0 };
	struct rt_ids ids = { 0 };
	struct post_load l;
	struct session s;
	struct trend t;
	struct rt_pipe p;
	enum rt_err err;

	r.newest = arena_alloc(a, RT_NEWEST * sizeof *r.newest);
	rt_pipe_begin(&p, rt, a);
	session_look(&p, &s, secret);
	rt_pipe_strs(&p, r.newest, RT_NEWEST, "ZREVRANGE " KEY_BY_TIME " 0 %d",
		     RT_NEWEST - 1);
	rt_pipe_ids(&p, &ids, "LRANGE " KEY_TIMELINE " 0 %d", RT_TIMELINE - 1);
	trend_look(&p, &t);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin(&p, rt, a);
	session_check(&p, &s);
	posts_ask(&p, &l, ids);
	trend_refill(&p, &t);
	if ((err = rt_pipe_end(&p)) || (err = posts_take(rt, a, &l, &r.posts)))
		return err;
	r.trending = trend_take(rt, a, &t);
	r.me = session_user(&s);
	*public = r;
	return RT_OK;
}
