#include "libretwis/timeline/home_list.h"

#include "libretwis/member/notify.h"
#include "libretwis/site/layout.h"
#include "libretwis/timeline/rebuild.h"
#include "schema/key.h"

/* Others may drop the timeline before we have read it, so many times. */
#define ROUNDS 3

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

/* Cuts the page out of a whole timeline, which is sorted by id. */
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

/* Reads what another request has made.  RT_TAKEN: that is gone again. */
static enum rt_err home_list_read_made(struct rt *rt, struct arena *a,
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
	return is_there ? RT_OK : RT_TAKEN;
}

/* A follow in another tab drops the timeline, maybe just before we read it. */
static enum rt_err home_list_make(struct rt *rt, struct arena *a,
				  struct home_list *l)
{
	struct rt_ids ids = { 0 };
	enum rt_err err = RT_TAKEN;

	for (int round = 0; round < ROUNDS; round++) {
		err = rebuild_home(rt, a, l->owner, &ids);
		if (!err)
			home_list_cut(&l->fill.page, ids);
		if (err != RT_TAKEN)
			return err;
		if ((err = home_list_read_made(rt, a, l)) != RT_TAKEN)
			break;
	}
	if (err && err != RT_TAKEN)
		return err;
	list_parse(&l->fill.page);
	return RT_OK;
}

/*
 * No timeline is empty, not even that of a member who follows nobody.  Where
 * nothing was read there is none; or the page lies behind its end, and then
 * rebuild_home() finds it.
 */
enum rt_err home_list_parse(struct rt *rt, struct arena *a,
			    struct home_list *l)
{
	struct list_page *page = &l->fill.page;
	size_t head = page->here.after ? 1 : 0; /* list_after.lua's first */

	if (layout_adopted(rt, l->layout)) {
		if (page->ids.n <= head)
			return home_list_make(rt, a, l);
		l->fill.drop = true;
	}
	list_parse(page);
	return RT_OK;
}

void home_list_drop(struct rt_pipe *p, uint64_t owner, const char *layout,
		    uint64_t *dropped)
{
	if (layout_adopted(p->rt, layout))
		rt_pipe_u64(p, dropped, "UNLINK " KEY_POSTS, owner);
}

void home_list_renew(struct rt *rt, struct arena *a, uint64_t owner)
{
	struct rt_ids ids;

	rebuild_home(rt, a, owner, &ids);
	notify_member_now(rt, a, owner);
}
