/* The two timelines: a member's own, and everybody's. */
#include "libretwis/timeline/home.h"
#include "libretwis/post/post.h"
#include "libretwis/member/last.h"
#include "libretwis/post/trend.h"
#include "libretwis/member/seen.h"

/* Home reads on for so many pages where posts are not shown. */
#define READ_ON 3

/* A home timeline on its way out of Redis. */
struct look {
	struct session visitor;
	struct visit visit;
	struct home_list list;
	struct rt_home home;
};

static enum rt_err read_list(struct rt *rt, struct arena *a, struct look *l)
{
	uint64_t id = l->visitor.id;
	struct rt_home *h = &l->home;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	session_check(&p, &l->visitor);
	rt_pipe_u64(&p, &h->followers, "ZCARD " KEY_FOLLOWERS, id);
	rt_pipe_u64(&p, &h->following, "ZCARD " KEY_FOLLOWING, id);
	home_ask(&p, &l->list, id, READ_ON * RT_PAGE + 1);
	if ((err = rt_pipe_end(&p)))
		return err;
	h->me = session_user(&l->visitor);
	if (h->me.id && (err = home_take(rt, a, &l->list)))
		return err;
	h->here = l->list.page.here;
	h->newest = l->list.page.ids.n ? l->list.page.ids.v[0] : 0;
	return RT_OK;
}

/* What is new is told, and noted, on the first page only. */
static void count_fresh(const struct look *l, struct rt_home *h)
{
	struct rt_ids ids = l->list.page.ids;

	if (h->here.start)
		return;
	h->fresh = seen_fresh(&l->visit, ids);
	h->fresher =
		ids.n > READ_ON * RT_PAGE && ids.v[ids.n - 1] > l->visit.seen;
}

/*
 * Few posts are gone or there twice, so the rest of the list is only read where
 * the page needs it, while the first ten wait for what their reposts show.
 */
static enum rt_err read_posts(struct rt *rt, struct arena *a, struct look *l)
{
	struct rt_ids first = l->list.page.ids, rest = l->list.page.ids;
	struct post_load load, more = { 0 };
	struct rt_home *h = &l->home;
	struct rt_pipe p;
	size_t used;
	enum rt_err err;

	first.n = first.n < RT_PAGE ? first.n : RT_PAGE;
	rest.n = rest.n < READ_ON * RT_PAGE ? rest.n : READ_ON * RT_PAGE;
	rest.n -= first.n;
	rest.v += first.n;
	rt_pipe_begin(&p, rt, a);
	posts_ask(&p, &load, h->me.id, first);
	if (!h->here.start)
		seen_note(&p, &l->visit, &l->visitor, l->list.page.ids);
	home_keep(&p, &l->list);
	last_note(&p, &l->visitor);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin(&p, rt, a);
	posts_ask_rest(&p, &load);
	if (posts_gone(&load))
		posts_ask(&p, &more, h->me.id, rest);
	if ((err = rt_pipe_end(&p)))
		return err;
	h->posts.v = arena_alloc(a, RT_PAGE * sizeof *h->posts.v);
	used = posts_pick(a, &load, RT_PAGE, &h->posts);
	used += posts_pick(a, &more, RT_PAGE, &h->posts);
	if (used < l->list.page.ids.n)
		h->older = list_behind(&l->list.page, used);
	count_fresh(l, h);
	return RT_OK;
}

enum rt_err rt_home(struct rt *rt, struct arena *a, const char *secret,
		    struct rt_place place, struct rt_home *home)
{
	struct look l = { .list.page.here = place };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	session_look(&p, &l.visitor, secret);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (l.visitor.id && ((err = read_list(rt, a, &l)) ||
			     (l.home.me.id && (err = read_posts(rt, a, &l)))))
		return err;
	/* Who is not the owner learns no count of the owner's either. */
	*home = l.home.me.id ? l.home : (struct rt_home){ 0 };
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
	session_check(&p, &s);
	rt_pipe_strs(&p, r.newest, RT_NEWEST, "ZREVRANGE " KEY_BY_TIME " 0 %d",
		     RT_NEWEST - 1);
	rt_pipe_ids(&p, &ids, "LRANGE " KEY_TIMELINE " 0 %d", RT_TIMELINE - 1);
	trend_look(&p, &t);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin(&p, rt, a);
	session_check(&p, &s);
	posts_ask(&p, &l, s.id, ids);
	trend_refill(&p, &t);
	last_note(&p, &s);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin(&p, rt, a);
	posts_ask_rest(&p, &l);
	trend_keep(&p, &t);
	if ((err = rt_pipe_end(&p)))
		return err;
	posts_pick_all(a, &l, &r.posts);
	r.trending = trend_take(a, &t);
	r.newest_post = ids.n ? ids.v[0] : 0;
	r.me = session_user(&s);
	*public = r;
	return RT_OK;
}
