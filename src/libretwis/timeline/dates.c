/*
 * The list of dates: what comes, of all members.
 *
 * These are all the commands of the page, in order, each with the file that
 * sends it.  At an empty line the page waits for the replies.  A mark at the
 * end says when the command is sent:
 *
 * old	the cookie is from PHP Retwis
 * ours	it is not
 * place	the page has no ?after=
 * after	it has one, and continues after that post
 * in	somebody is signed in
 * daily	once a day
 * cold	this process does not know who wrote a post
 * gone	a post is gone
 * asks	a post asks a question
 *
 * and "+" means that there may be several such commands.
 *
 * GET /dates:
 *
 *   # Whose cookie is it, is it still valid, and what comes?
 *   GET layout                                site/layout.c
 *   HGET auths SECRET                         member/session.c    old
 *   HMGET user:ME username auth ...           member/session.c    ours
 *   HGET sessions:ME DIGEST                   member/session.c    ours
 *   ZREVRANK notices:ME seen                  member/session.c    ours
 *   ZRANGE quiet:ME 0 399 WITHSCORES          member/quiet.c      ours
 *   ZRANGEBYSCORE dates FROM +inf LIMIT ...   post/page_fill.c    place
 *   EVAL dates_after.lua dates FROM ...       post/page_fill.c    after
 *
 *   # Fifty posts.
 *   HGETALL post:POST                         post/posts.c        +
 *   ZMSCORE liked:ME POST ...                 post/posts.c        in
 *   ZMSCORE reposted:ME POST ...              post/posts.c        in
 *   ZADD {seen}:due NX MS ...                 patterns/delayed.c  daily
 *
 *   HMGET user:ANY username ...       member/display_name.c       cold +
 *   ZREM dates POST                           post/posts.c        gone +
 *
 *   EVAL answers_read.lua answers:POST ...    post/answers.c      asks +
 *
 * If the page is not full, it reads on as page_fill.h describes.
 */
#include "libretwis/member/last_visit.h"
#include "libretwis/post/answers.h"
#include "libretwis/post/page_fill.h"
#include "schema/key.h"

/* An entry is left over if a date was taken from its post. */
static void dates_leave_out(struct rt_posts *posts)
{
	size_t n = 0;

	for (size_t i = 0; i < posts->n; i++)
		if (posts->v[i].attached.date)
			posts->v[n++] = posts->v[i];
	posts->n = n;
}

enum rt_err rt_dates(struct rt *rt, struct arena *a, const char *secret,
		     time_t from, struct rt_place place, struct rt_dates *out)
{
	struct session s;
	struct member_names names = { .visitor = &s };
	struct page_fill f = { .size = RT_DATES,
			       .names = &names,
			       .drop = true,
			       .shows_announced = true,
			       .page = { .kind = LIST_FROM_SCORE,
					 .from = from,
					 .here = place } };
	struct rt_dates d = { .posts.n = 0 };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	session_queue(&p, &s, secret);
	session_check(&p, &s);
	page_fill_queue_list(&p, &f, KEY_DATES);
	if ((err = rt_pipe_end(&p)))
		return err;
	list_parse(&f.page);
	d.here = f.page.here;
	rt_pipe_begin_lenient(&p, rt, a);
	session_check(&p, &s);
	page_fill_queue(&p, &f, s.id);
	last_visit_note(&p, &s);
	if ((err = rt_pipe_end(&p)) || (err = page_fill_parse(rt, a, &f)) ||
	    (err = answers_load(rt, a, f.visitor, &f.posts)))
		return err;
	d.me = session_user(&s);
	d.posts = f.posts;
	dates_leave_out(&d.posts);
	d.later = f.next;
	*out = d;
	return RT_OK;
}
