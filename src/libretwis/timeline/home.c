#include "libretwis/timeline/home.h"

#include "libretwis/member/hint.h"
#include "libretwis/member/last.h"
#include "libretwis/member/seen.h"
#include "libretwis/post/posts.h"
#include "libretwis/redis/layout.h"
#include "libretwis/timeline/rebuild.h"

/* What TTL says of a key that is not there, and of one without an end. */
#define TTL_NO_KEY ((uint64_t)-2)
#define TTL_NO_END ((uint64_t)-1)

/* One write a day, not one a look. */
#define RENEW_BELOW (TIMELINE_SECONDS - 86400)

static void ask_list(struct rt_pipe *p, struct home_list *l)
{
	list_ask(p, &l->page, arena_printf(p->a, KEY_POSTS, l->owner), l->n);
}

void home_ask(struct rt_pipe *p, struct home_list *l, uint64_t owner, size_t n)
{
	l->owner = owner;
	l->n = n;
	rt_pipe_u64(p, &l->ttl, "TTL " KEY_POSTS, owner);
	ask_list(p, l);
	layout_ask(p, &l->layout);
}

/* The page out of a whole timeline, which is in the order of the ids. */
static void cut_page(struct home_list *l, struct rt_ids ids)
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

static enum rt_err make(struct rt *rt, struct arena *a, struct home_list *l)
{
	struct rt_ids ids = { 0 };
	struct rt_pipe p;
	enum rt_err err = rebuild(rt, a, l->owner, &ids);

	if (err != RT_TAKEN) {
		if (!err)
			cut_page(l, ids);
		return err;
	}
	rt_pipe_begin(&p, rt, a);
	ask_list(&p, l);
	if (!(err = rt_pipe_end(&p)))
		list_take(&l->page);
	return err;
}

static void drop_mark(struct rt_ids *ids)
{
	if (ids->n && ids->v[ids->n - 1] == TIMELINE_EMPTY)
		ids->n--;
}

enum rt_err home_take(struct rt *rt, struct arena *a, struct home_list *l)
{
	enum rt_err err = RT_OK;

	if (layout_adopted(rt, l->layout) && l->ttl == TTL_NO_KEY)
		err = make(rt, a, l);
	else
		list_take(&l->page);
	drop_mark(&l->page.ids);
	return err;
}

/* What is being made is kept by who makes it. */
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

	rebuild(rt, a, owner, &ids);
	hint_member_now(rt, a, owner);
}

/* ---- the page ---------------------------------------------------------- */

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
