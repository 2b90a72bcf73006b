#include "libretwis/timeline/home_list.h"

#include "libretwis/member/notify.h"
#include "libretwis/timeline/home_order.lua.h"
#include "libretwis/site/layout.h"
#include "libretwis/timeline/rebuild.h"
#include "redis/ids.h"
#include "schema/key.h"

/* Others may drop the timeline before we have read it, this many times. */
#define BUILD_ATTEMPTS 3

static void home_list_queue(struct rt_pipe *p, struct home_list *l)
{
	page_fill_queue_list(p, &l->fill,
			     arena_printf(p->a, KEY_POSTS, l->owner));
}

void home_list_request(struct rt_pipe *p, struct home_list *l, uint64_t owner)
{
	l->owner = owner;
	home_list_queue(p, l);
	layout_queue(p, &l->layout);
}

/* Picks the page out of a whole timeline, which is sorted. */
static void home_list_cut(struct list_page *page, struct rt_ids ids)
{
	struct rt_place *here = &page->here;
	size_t from = ids.n;

	if ((uint64_t)here->start < ids.n)
		from = (size_t)here->start;
	if (here->after)
		for (from = 0; from < ids.n && ids.v[from] >= here->after;)
			from++;
	here->start = (int64_t)from;
	page->ids.v = ids.v + from;
	page->ids.n = ids.n - from < page->asked ? ids.n - from : page->asked;
}

/* ---- sorting -------------------------------------------------------- */

static bool home_list_is_sorted(struct rt_ids ids)
{
	for (size_t i = 1; i < ids.n; i++)
		if (ids.v[i - 1] <= ids.v[i])
			return false;
	return true;
}

/*
 * Sorts the whole timeline, in Redis and here, and picks the page out of it.
 * If Redis accepts no writes, each page has to do so again.  RT_TAKEN: the
 * timeline is gone.
 */
static enum rt_err home_list_sort(struct rt *rt, struct arena *a,
				  struct home_list *l)
{
	struct id_list all = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	rt_pipe_ids(&p, &all.ids, RT_ALL, "LRANGE " KEY_POSTS " 0 -1",
		    l->owner);
	rt_pipe_try(&p, "EVAL %s 1 " KEY_POSTS " %d", HOME_ORDER_LUA, l->owner,
		    TIMELINE_CAP);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (!all.ids.n)
		return RT_TAKEN;
	ids_sort(&all);
	if (all.ids.v[all.ids.n - 1] == TIMELINE_EMPTY)
		all.ids.n--;
	home_list_cut(&l->fill.page, all.ids);
	return RT_OK;
}

/* Uses what was read of a timeline that exists. */
static enum rt_err home_list_use(struct rt *rt, struct arena *a,
				 struct home_list *l)
{
	struct list_page *page = &l->fill.page;

	list_parse(page);
	return home_list_is_sorted(page->ids) ? RT_OK
					      : home_list_sort(rt, a, l);
}

/* ---- rebuilding ----------------------------------------------------- */

/* Reads what another request has built.  RT_TAKEN: that is gone again. */
static enum rt_err home_list_read_rebuilt(struct rt *rt, struct arena *a,
					  struct home_list *l)
{
	uint64_t is_there = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	home_list_queue(&p, l);
	rt_pipe_u64(&p, &is_there, "EXISTS " KEY_POSTS, l->owner);
	if ((err = rt_pipe_end(&p)))
		return err;
	return is_there ? home_list_use(rt, a, l) : RT_TAKEN;
}

/*
 * Following somebody in another tab drops the timeline, maybe just before we
 * read it.  If that happens each time, the page is empty.
 */
static enum rt_err home_list_build(struct rt *rt, struct arena *a,
				   struct home_list *l)
{
	struct rt_ids ids = { 0 };
	enum rt_err err = RT_TAKEN;

	for (int i = 0; err == RT_TAKEN && i < BUILD_ATTEMPTS; i++) {
		err = rebuild_home(rt, a, l->owner, &ids);
		if (!err)
			home_list_cut(&l->fill.page, ids);
		if (err == RT_TAKEN)
			err = home_list_read_rebuilt(rt, a, l);
	}
	if (err != RT_TAKEN)
		return err;
	l->fill.page.ids = (struct rt_ids){ 0 };
	return RT_OK;
}

/*
 * No timeline is empty, not even that of a member who follows nobody.  So if
 * nothing was read, either there is none, or the page begins after its end;
 * then rebuild_home() finds that it exists.
 */
enum rt_err home_list_parse(struct rt *rt, struct arena *a,
			    struct home_list *l)
{
	struct list_page *page = &l->fill.page;
	size_t head = page->here.after ? 1 : 0; /* where the page begins */
	enum rt_err err = RT_TAKEN;

	if (!layout_adopted(rt, l->layout)) {
		list_parse(page);
		return RT_OK;
	}
	if (page->ids.n > head) {
		l->fill.drop = true;
		err = home_list_use(rt, a, l);
	}
	return err == RT_TAKEN ? home_list_build(rt, a, l) : err;
}

void home_list_drop(struct rt_pipe *p, uint64_t owner, const char *layout,
		    uint64_t *dropped)
{
	if (layout_adopted(p->rt, layout))
		rt_pipe_u64(p, dropped, "UNLINK " KEY_POSTS, owner);
}

void home_list_rebuild(struct rt *rt, struct arena *a, uint64_t owner,
		       uint64_t follows)
{
	struct rt_ids ids;

	if (follows > HOME_LIST_AT_ONCE)
		return;
	rebuild_home(rt, a, owner, &ids);
	notify_member_now(rt, a, owner);
}
