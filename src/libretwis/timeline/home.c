#include "libretwis/timeline/home.h"

#include "libretwis/redis/layout.h"
#include "libretwis/member/hint.h"
#include "libretwis/member/user.h"

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

/* ---- for hosts --------------------------------------------------------- */

/* RT_DENIED where the timelines are not to be made anew. */
static enum rt_err forget(struct rt *rt, struct arena *a, uint64_t owner)
{
	const char *layout;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	layout_ask(&p, &layout);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (!layout_adopted(rt, layout))
		return RT_DENIED;
	rt_pipe_begin(&p, rt, a);
	rt_pipe(&p, "UNLINK " KEY_POSTS, owner);
	return rt_pipe_end(&p);
}

enum rt_err rt_rebuild(struct rt *rt, struct arena *a, uint64_t member,
		       uint64_t *posts)
{
	struct rt_ids ids = { 0 };
	enum rt_err err = forget(rt, a, member);

	if (err)
		return err;
	/* If its owner looks at this very moment, that makes it anew, too. */
	err = rebuild(rt, a, member, &ids);
	if (err && err != RT_TAKEN)
		return err;
	*posts = ids.n;
	return RT_OK;
}

static enum rt_err rebuild_if_there(struct rt *rt, struct arena *a,
				    uint64_t member, uint64_t *timelines)
{
	uint64_t is_there = 0, posts;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	rt_pipe_u64(&p, &is_there, "EXISTS " KEY_POSTS, member);
	if ((err = rt_pipe_end(&p)) || !is_there)
		return err;
	*timelines += 1;
	return rt_rebuild(rt, a, member, &posts);
}

enum rt_err rt_rebuild_all(struct rt *rt,
			   void (*tell)(uint64_t done, uint64_t total),
			   uint64_t *timelines)
{
	struct arena all = { 0 }, chunk = { 0 };
	struct id_list members = { 0 };
	uint64_t n = 0;
	enum rt_err err = users_all(rt, &all, &chunk, &members);

	for (size_t i = 0; !err && i < members.ids.n; i++) {
		arena_reset(&chunk);
		err = rebuild_if_there(rt, &chunk, members.ids.v[i], &n);
		if (!err && tell)
			tell(i + 1, members.ids.n);
	}
	if (!err)
		*timelines = n;
	arena_free(&chunk);
	arena_free(&all);
	return err;
}
