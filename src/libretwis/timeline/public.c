/* The public timeline: the newest posts of everybody. */
#include "libretwis/timeline/public.h"

#include <string.h>

#include "base/clock.h"
#include "libretwis/member/last_visit.h"
#include "libretwis/member/newest.h"
#include "libretwis/post/page_fill.h"
#include "libretwis/post/tag.h"
#include "libretwis/timeline/next_dates.h"
#include "libretwis/timeline/top.h"
#include "schema/key.h"

/* ---- the ids, where very many read them ----------------------------- */

#define SECOND_MS 1000

/* Outlives a request, because everybody may see it. */
static struct {
	int64_t began; /* the second that is counted */
	unsigned visits;
	bool has_ids; /* that were read in that second */
	size_t n;
	uint64_t id[PUBLIC_IDS_MAX];
} public_cache;

static void public_count_visit(void)
{
	int64_t now = clock_ms();

	if (now - public_cache.began >= SECOND_MS) {
		public_cache.began = now;
		public_cache.visits = 0;
		public_cache.has_ids = false;
	}
	public_cache.visits++;
}

bool public_recall_ids(struct arena *a, struct rt_ids *ids)
{
	public_count_visit();
	if (!public_cache.has_ids)
		return false;
	ids->n = public_cache.n;
	ids->v = arena_alloc(a, sizeof public_cache.id);
	memcpy(ids->v, public_cache.id, ids->n * sizeof *ids->v);
	return true;
}

/* Ids that were requested in the second before are too old for this one. */
void public_store_ids(struct rt_ids ids, int64_t asked)
{
	if (public_cache.visits <= PUBLIC_HOT || public_cache.has_ids ||
	    asked < public_cache.began || ids.n > PUBLIC_IDS_MAX)
		return;
	public_cache.has_ids = true;
	public_cache.n = ids.n;
	if (ids.n)
		memcpy(public_cache.id, ids.v, ids.n * sizeof *ids.v);
}

/* ---- the page ------------------------------------------------------- */

/* Queues a read of the page's ids, unless they are remembered. */
static void public_queue_ids(struct rt_pipe *p, struct page_fill *f,
			     bool is_head, bool *is_cached)
{
	*is_cached = is_head && public_recall_ids(p->a, &f->page.ids);
	if (*is_cached)
		page_fill_set_list(f, KEY_TIMELINE);
	else
		page_fill_queue_list(p, f, KEY_TIMELINE);
}

/* The newest members, without those whom the visitor does not see. */
static void public_leave_out(struct newest *newest,
			     const struct member_names *names)
{
	size_t n = 0;

	for (size_t i = 0; i < newest->n && newest->called[i].name; i++)
		if (!member_names_leaves_out(names, newest->id[i]))
			newest->called[n++] = newest->called[i];
	for (; n < newest->n; n++)
		newest->called[n] = (struct rt_names){ .name = NULL };
}

enum rt_err rt_public(struct rt *rt, struct arena *a, const char *secret,
		      struct rt_place place, struct rt_public *public)
{
	struct rt_public r = { 0 };
	struct newest *newest = arena_alloc(a, sizeof *newest);
	struct session s;
	struct member_names names = { .visitor = &s };
	struct page_fill f = { .page.here = place,
			       .size = RT_TIMELINE,
			       .names = &names };
	int64_t asked = clock_ms();
	bool is_head = !place.start && !place.after, is_cached;
	struct next_dates dates;
	struct top_load top = { .is_wanted = is_head };
	struct trend t;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	session_queue(&p, &s, secret);
	session_check(&p, &s);
	top_queue_read(&p, &top, s.id);
	newest_queue(&p, newest, RT_NEWEST);
	public_queue_ids(&p, &f, is_head, &is_cached);
	trend_queue(&p, &t);
	next_dates_queue(&p, &dates, &names);
	if ((err = rt_pipe_end(&p)))
		return err;
	running_take(&s.bell.running);
	if (is_head && !is_cached)
		public_store_ids(f.page.ids, asked);
	list_parse(&f.page);
	r.here = f.page.here;
	r.newest_post = f.page.ids.n ? f.page.ids.v[0] : 0;
	rt_pipe_begin_lenient(&p, rt, a);
	session_check(&p, &s);
	page_fill_queue(&p, &f, s.id);
	top_queue(&p, &top, s.id, &names);
	newest_queue_more(&p, newest, &names, false);
	trend_refill(&p, &t);
	next_dates_queue_rest(&p, &dates);
	last_visit_note(&p, &s);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin_lenient(&p, rt, a);
	page_fill_queue_rest(&p, &f);
	top_queue_rest(&p, &top);
	newest_queue_last(&p, newest, &names);
	trend_store(&p, &t);
	next_dates_queue_names(&p, &dates);
	if ((err = rt_pipe_end(&p)) || (err = page_fill_end(rt, a, &f)) ||
	    (err = top_end(rt, a, &top, s.id, &f.posts, &r.running)))
		return err;
	newest_parse(newest, &names);
	public_leave_out(newest, &names);
	r.newest = newest->called;
	r.posts = f.posts;
	r.older = f.next;
	r.trending = trend_parse(a, &t);
	next_dates_parse(a, &dates, &r.dates);
	r.me = session_user(&s);
	*public = r;
	return RT_OK;
}
