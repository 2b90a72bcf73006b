#include "libretwis/timeline/home.h"

#include "libretwis/member/hint.h"
#include "libretwis/member/last.h"
#include "libretwis/member/seen.h"
#include "libretwis/post/posts.h"
#include "libretwis/redis/layout.h"
#include "libretwis/timeline/rebuild.h"

/* What TTL answers for a missing key, and for one that never expires. */
#define TTL_NO_KEY ((uint64_t)-2)
#define TTL_NO_END ((uint64_t)-1)

/* We renew it once a day, so that a look at home is not always a write. */
#define RENEW_BELOW (TIMELINE_SECONDS - 86400)

static void home_ask_list(struct rt_pipe *p, struct home_list *l)
{
	list_ask(p, &l->page, arena_printf(p->a, KEY_POSTS, l->owner), l->n);
}

void home_ask(struct rt_pipe *p, struct home_list *l, uint64_t owner, size_t n)
{
	l->owner = owner;
	l->n = n;
	rt_pipe_u64(p, &l->ttl, "TTL " KEY_POSTS, owner);
	home_ask_list(p, l);
	layout_ask(p, &l->layout);
}

/* Cuts the page out of a whole timeline, which is sorted by id. */
static void home_cut(struct home_list *l, struct rt_ids ids)
{
	struct rt_place *here = &l->page.here;
	size_t from = ids.n;

	if ((uint64_t)here->start < ids.n)
		from = (size_t)here->start;
	if (here->after)
		for (from = 0; from < ids.n && ids.v[from] >= here->after;)
			from++;
	here->start = (int64_t)from;
	l->page.ids.v = ids.v + from;
	l->page.ids.n = ids.n - from < l->n ? ids.n - from : l->n;
}

static enum rt_err home_make(struct rt *rt, struct arena *a,
			     struct home_list *l)
{
	struct rt_ids ids = { 0 };
	struct rt_pipe p;
	enum rt_err err = rebuild_home(rt, a, l->owner, &ids);

	if (err != RT_TAKEN) {
		if (!err)
			home_cut(l, ids);
		return err;
	}
	rt_pipe_begin(&p, rt, a);
	home_ask_list(&p, l);
	if (!(err = rt_pipe_end(&p)))
		list_take(&l->page);
	return err;
}

/* An empty timeline is stored as this one mark. */
static void home_drop_mark(struct rt_ids *ids)
{
	if (ids->n && ids->v[ids->n - 1] == TIMELINE_EMPTY)
		ids->n--;
}

enum rt_err home_take(struct rt *rt, struct arena *a, struct home_list *l)
{
	enum rt_err err = RT_OK;

	if (layout_adopted(rt, l->layout) && l->ttl == TTL_NO_KEY)
		err = home_make(rt, a, l);
	else
		list_take(&l->page);
	home_drop_mark(&l->page.ids);
	return err;
}

/* A timeline that is still being made is left to the one who makes it. */
void home_keep(struct rt_pipe *p, const struct home_list *l)
{
	if (!layout_adopted(p->rt, l->layout) || l->ttl == TTL_NO_KEY)
		return;
	if (l->ttl <= TIMELINE_UNFINISHED)
		return;
	if (l->ttl < RENEW_BELOW || l->ttl == TTL_NO_END)
		rt_pipe_try(p, "EXPIRE " KEY_POSTS " %d", l->owner,
			    TIMELINE_SECONDS);
}

void home_drop(struct rt_pipe *p, uint64_t owner, const char *layout,
	       uint64_t *dropped)
{
	if (layout_adopted(p->rt, layout))
		rt_pipe_u64(p, dropped, "UNLINK " KEY_POSTS, owner);
}

void home_renew(struct rt *rt, struct arena *a, uint64_t owner)
{
	struct rt_ids ids;

	rebuild_home(rt, a, owner, &ids);
	hint_member_now(rt, a, owner);
}

/* ---- the page ---------------------------------------------------------- */

/* Where posts are gone, home reads on for so many pages to fill one. */
#define READ_ON 3

/* A home timeline on its way out of Redis. */
struct home_look {
	struct session visitor;
	struct seen seen;
	struct home_list list;
	struct rt_home home;
};

static enum rt_err home_read_list(struct rt *rt, struct arena *a,
				  struct home_look *l)
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

/* Only the first page says what is new, and notes that it was seen. */
static void home_count_fresh(const struct home_look *l, struct rt_home *h)
{
	struct rt_ids ids = l->list.page.ids;

	if (h->here.start)
		return;
	h->fresh = seen_fresh(&l->seen, ids);
	h->fresher =
		ids.n > READ_ON * RT_PAGE && ids.v[ids.n - 1] > l->seen.newest;
}

/* The entries of this page, and those behind them that may have to step in. */
static void home_split(struct rt_ids ids, struct rt_ids *first,
		       struct rt_ids *rest)
{
	*first = *rest = ids;
	if (first->n > RT_PAGE)
		first->n = RT_PAGE;
	if (rest->n > READ_ON * RT_PAGE)
		rest->n = READ_ON * RT_PAGE;
	rest->n -= first->n;
	rest->v += first->n;
}

/* Fills the page, first from `load` and then from `more`. */
static void home_pick(struct arena *a, struct home_look *l,
		      const struct post_load *load,
		      const struct post_load *more)
{
	struct rt_home *h = &l->home;
	size_t used;

	h->posts.v = arena_alloc(a, RT_PAGE * sizeof *h->posts.v);
	used = posts_pick(a, load, RT_PAGE, &h->posts);
	used += posts_pick(a, more, RT_PAGE, &h->posts);
	if (used < l->list.page.ids.n)
		h->older = list_behind(&l->list.page, used);
}

/*
 * Posts are seldom gone, or in the list twice.  So we load the ten of this
 * page, and only if some of these cannot be shown more of the list, in the
 * round trip that fetches what reposts show.
 */
static enum rt_err home_read_posts(struct rt *rt, struct arena *a,
				   struct home_look *l)
{
	struct post_load load, more = { 0 };
	struct rt_home *h = &l->home;
	struct rt_ids first, rest;
	struct rt_pipe p;
	enum rt_err err;

	home_split(l->list.page.ids, &first, &rest);
	rt_pipe_begin(&p, rt, a);
	posts_ask(&p, &load, h->me.id, first);
	if (!h->here.start)
		seen_note(&p, &l->seen, &l->visitor, l->list.page.ids);
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
	home_pick(a, l, &load, &more);
	home_count_fresh(l, h);
	return RT_OK;
}

enum rt_err rt_home(struct rt *rt, struct arena *a, const char *secret,
		    struct rt_place place, struct rt_home *home)
{
	struct home_look l = { .list.page.here = place };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	session_look(&p, &l.visitor, secret);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (l.visitor.id &&
	    ((err = home_read_list(rt, a, &l)) ||
	     (l.home.me.id && (err = home_read_posts(rt, a, &l)))))
		return err;
	/* With a wrong secret you learn nothing, not even the counts. */
	*home = l.home.me.id ? l.home : (struct rt_home){ 0 };
	return RT_OK;
}
