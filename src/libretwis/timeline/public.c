/* The public timeline: the newest posts of everybody. */
#include "base/clock.h"
#include "libretwis/member/last_visit.h"
#include "libretwis/member/newest.h"
#include "libretwis/post/page_fill.h"
#include "libretwis/post/trend.h"
#include "libretwis/timeline/recent.h"
#include "schema/key.h"

enum rt_err rt_public(struct rt *rt, struct arena *a, const char *secret,
		      struct rt_public *public)
{
	struct rt_public r = { 0 };
	struct newest *newest = arena_alloc(a, sizeof *newest);
	struct session s;
	struct member_names names = { .visitor = &s };
	struct page_fill f = { .size = RT_TIMELINE, .names = &names };
	int64_t asked = clock_ms();
	bool is_known;
	struct trend t;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	session_queue(&p, &s, secret);
	session_check(&p, &s);
	newest_queue(&p, newest, RT_NEWEST);
	if (!(is_known = recent_recall(a, &f.page.ids)))
		page_fill_queue_list(&p, &f, KEY_TIMELINE);
	else
		page_fill_set_list(&f, KEY_TIMELINE);
	trend_queue(&p, &t);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (!is_known)
		recent_store(f.page.ids, asked);
	list_parse(&f.page);
	r.newest_post = f.page.ids.n ? f.page.ids.v[0] : 0;
	rt_pipe_begin_lenient(&p, rt, a);
	session_check(&p, &s);
	page_fill_queue(&p, &f, s.id);
	newest_queue_more(&p, newest, &names, false);
	trend_refill(&p, &t);
	last_visit_note(&p, &s);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin_lenient(&p, rt, a);
	page_fill_queue_rest(&p, &f);
	newest_ask_last(&p, newest, &names);
	trend_store(&p, &t);
	if ((err = rt_pipe_end(&p)) || (err = page_fill_end(rt, a, &f)))
		return err;
	newest_parse(newest, &names);
	r.newest = newest->called;
	r.posts = f.posts;
	r.trending = trend_parse(a, &t);
	r.me = session_user(&s);
	*public = r;
	return RT_OK;
}
