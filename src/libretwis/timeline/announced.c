/*
 * The page of all announcements.
 *
 * `announcements` has them by their ends.  So those that run are on top,
 * without a look at the clock.
 */
#include "libretwis/member/last_visit.h"
#include "libretwis/post/answers.h"
#include "libretwis/post/page_fill.h"
#include "libretwis/retwis.h"
#include "schema/key.h"

/* Reads the posts of the page, after their ids. */
static enum rt_err announced_read_posts(struct rt *rt, struct arena *a,
					struct session *s, struct page_fill *f)
{
	struct rt_pipe p;
	enum rt_err err;

	list_parse(&f->page);
	rt_pipe_begin_lenient(&p, rt, a);
	session_check(&p, s);
	page_fill_queue(&p, f, s->id);
	last_visit_note(&p, s);
	if ((err = rt_pipe_end(&p)) || (err = page_fill_parse(rt, a, f)))
		return err;
	return answers_load(rt, a, f->visitor, &f->posts);
}

enum rt_err rt_announcements(struct rt *rt, struct arena *a,
			     const char *secret, struct rt_place place,
			     struct rt_announcements *announcements)
{
	struct session s;
	struct member_names names = { .visitor = &s };
	struct page_fill f = { .size = RT_PAGE,
			       .names = &names,
			       .shows_announced = true,
			       .page = { .kind = LIST_ANNOUNCED,
					 .here.start = place.start } };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	session_queue(&p, &s, secret);
	session_check(&p, &s);
	page_fill_queue_list(&p, &f, KEY_ANNOUNCEMENTS);
	if ((err = rt_pipe_end(&p)) ||
	    (err = announced_read_posts(rt, a, &s, &f)))
		return err;
	*announcements = (struct rt_announcements){
		.me = session_user(&s),
		.posts = f.posts,
		.here.start = place.start,
		.older = f.next,
	};
	return RT_OK;
}
