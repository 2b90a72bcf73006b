/* The two timelines: a member's own, and everybody's. */
#include "libretwis/list.h"
#include "libretwis/post.h"
#include "libretwis/session.h"

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
 * Few posts are ever gone, so the rest of the list is only read where the page
 * needs it, while the first ten wait for what their reposts show.
 */
static enum rt_err read_posts(struct rt *rt, struct arena *a,
			      const struct list_page *page, struct rt_home *h)
{
	struct rt_ids first = page->ids, rest = page->ids;
	struct post_load l, more = { 0 };
	struct rt_pipe p;
	size_t used;
	enum rt_err err;

	first.n = rest.n < RT_PAGE ? rest.n : RT_PAGE;
	rt_pipe_begin(&p, rt, a);
	posts_ask(&p, &l, h->me.id, first);
	if ((err = rt_pipe_end(&p)))
		return err;
	rest.n = rest.n < READ_ON * RT_PAGE ? rest.n : READ_ON * RT_PAGE;
	rest.n -= first.n;
	rest.v += first.n;
	rt_pipe_begin(&p, rt, a);
	posts_ask_rest(&p, &l);
	if (posts_gone(&l))
		posts_ask(&p, &more, h->me.id, rest);
	if ((err = rt_pipe_end(&p)))
		return err;
	h->posts.v = arena_alloc(a, RT_PAGE * sizeof *h->posts.v);
	used = posts_pick(a, &l, RT_PAGE, &h->posts);
	used += posts_pick(a, &more, RT_PAGE, &h->posts);
	if (used < page->ids.n)
		h->older = list_behind(page, used);
	h->here = page->here;
	return RT_OK;
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
	struct rt_pipe p;
	enum rt_err err;

	r.newest = arena_alloc(a, RT_NEWEST * sizeof *r.newest);
	rt_pipe_begin(&p, rt, a);
	session_look(&p, &s, secret);
	rt_pipe_strs(&p, r.newest, RT_NEWEST, "ZREVRANGE " KEY_BY_TIME " 0 %d",
		     RT_NEWEST - 1);
	rt_pipe_ids(&p, &ids, "LRANGE " KEY_TIMELINE " 0 %d", RT_TIMELINE - 1);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin(&p, rt, a);
	session_check(&p, &s);
	posts_ask(&p, &l, s.id, ids);
	if ((err = rt_pipe_end(&p)) || (err = posts_take(rt, a, &l, &r.posts)))
		return err;
	r.me = session_user(&s);
	*public = r;
	return RT_OK;
}
