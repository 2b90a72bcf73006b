/*
 * The home page.
 *
 * These are all the commands of the page, in their order, each with the file
 * that sends it.  Where a line is empty the page waits for the replies.  A mark
 * at the end says when:
 *
 * old	the cookie is one of PHP Retwis
 * ours	it is not
 * place	the page is the first one, or has ?start=
 * after	the page has ?after=, and goes on behind that post
 * gone	the member has not looked for 30 days, or never
 * busy	an author's 50 newest posts all belong into the timeline
 * new	the member has not seen the newest post
 * daily	once a day
 * noted	one of these two
 * cold	this process does not know who wrote a post
 * repost	a post is a repost
 * gap	a post is gone, and another takes its place
 * late	a post came after newer ones, or a second time
 * first	this process has not shown home yet
 * sums	the tags of the day are not in the cache
 *
 * and "+" that there may be several such commands.
 *
 * GET /:
 *
 *   # Whose cookie is it?
 *   GET layout                                site/layout.c       old
 *   HGET auths SECRET                         member/session.c    old
 *
 *   # Is it still valid, and what is in the timeline?
 *   GET layout                                site/layout.c       ours
 *   HMGET user:ME username auth ...           member/session.c
 *   HGET sessions:ME DIGEST                   member/device.c
 *   ZREVRANK notices:ME seen                  member/session.c
 *   ZCARD followers:ME                        timeline/home.c
 *   ZCARD following:ME                        timeline/home.c
 *   LRANGE posts:ME FROM TO                   post/list.c         place
 *   EVAL list_after.lua posts:ME AFTER ...    post/list.c         after
 *   ZREVRANGE users_by_time 0 3               member/newest.c     first
 *   GET cache:trending                        patterns/cache.c    first
 *
 *   # There is none: one of all that ask makes it.
 *   SET lock:{posts:ME} TOKEN NX PX 5000      patterns/lock.c     gone
 *
 *   EXISTS posts:ME                           timeline/rebuild.c  gone
 *
 *   ZREVRANGE following:ME 0 9999             timeline/gather.c   gone
 *
 *   LRANGE own:ANY 0 49                       timeline/gather.c   gone +
 *
 *   LRANGE own:ANY 40 999                     timeline/gather.c   busy +
 *
 *   EVAL rebuild_store.lua posts:ME ...       timeline/rebuild.c  gone
 *
 *   # What was posted, and who was followed, while it was made?
 *   ZREVRANGE following:ME 0 9999             timeline/gather.c   gone
 *   LRANGE own:ANY 0 49                       timeline/gather.c   gone +
 *
 *   EVAL rebuild_finish.lua posts:ME ...      timeline/rebuild.c  gone
 *
 *   # Is it in order?
 *   LRANGE posts:ME 0 -1                      timeline/home_list.c  late
 *   EVAL home_order.lua posts:ME 1000         timeline/home_list.c  late
 *
 *   # Ten posts, and what the member has liked and reposted of them.
 *   HGETALL post:POST                         post/posts.c        +
 *   ZMSCORE liked:ME POST ...                 post/posts.c
 *   ZMSCORE reposted:ME POST ...              post/posts.c
 *   HSET user:ME seen POST                    member/seen.c       new
 *   ZADD {seen}:due NX MS ...                 patterns/delayed.c  daily
 *   EVAL home_keep.lua posts:ME 2592000 60    timeline/home.c     noted
 *   HGET users NAME                           member/newest.c     first +
 *   ZREVRANGEBYSCORE trend:HOUR +inf ...      post/trend.c        sums +
 *
 *   # What these ten do not tell themselves.
 *   HMGET user:ANY username display   member/display_name.c       cold +
 *   HGETALL post:ORIGINAL                     post/posts.c        repost +
 *   ZMSCORE liked:ME ORIGINAL ...             post/posts.c        repost
 *   ZMSCORE reposted:ME ORIGINAL ...          post/posts.c        repost
 *   LREM posts:ME 1 POST                      post/posts.c        gap +
 *   HGETALL post:FURTHER                      post/posts.c        gap +
 *   ZMSCORE liked:ME FURTHER ...              post/posts.c        gap
 *   ZMSCORE reposted:ME FURTHER ...           post/posts.c        gap
 *
 * So it is in a database that was adopted, and with a post to show; without one
 * newest.c looks whom to follow.  If the member follows somebody else while the
 * page makes the timeline, the page makes it again, three times at most.  If
 * the page is not full then, it reads on as page_fill.h tells.  If more than
 * ten posts have come since the last visit, it looks for up to 31 at once, to
 * count them.  A process asks again every ten seconds what it asks first.  From
 * then on ZMSCORE following:ME ANY ... tells whom of the new members you
 * follow.
 *
 * A name is remembered for ten seconds.  After that HMGET user:ANY username
 * display comes again: for the new members along with the list, and along with
 * the posts for those of their authors whom this process knows.  If a repost
 * of an earlier Retwis does not say who wrote the original, and this process
 * does not know it, that name costs one round trip more.
 *
 * tests/pages/commands.test.mjs compares this list with what MONITOR shows.
 */
#include "libretwis/member/last_visit.h"
#include "libretwis/member/newest.h"
#include "libretwis/timeline/sidebar.h"
#include "libretwis/timeline/home_keep.lua.h"
#include "libretwis/timeline/home_list.h"
#include "libretwis/timeline/rebuild.h"
#include "schema/key.h"

/* A home timeline on its way out of Redis. */
struct home_look {
	struct session visitor;
	struct member_names names;
	struct home_list list;
	struct sidebar beside;
	struct rt_home home;
};

static enum rt_err home_read_list(struct rt *rt, struct arena *a,
				  struct home_look *l)
{
	const struct list_page *page = &l->list.fill.page;
	uint64_t id = l->visitor.id;
	struct rt_home *h = &l->home;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	session_check(&p, &l->visitor);
	rt_pipe_u64(&p, &h->followers, "ZCARD " KEY_FOLLOWERS, id);
	rt_pipe_u64(&p, &h->following, "ZCARD " KEY_FOLLOWING, id);
	home_list_request(&p, &l->list, id);
	sidebar_queue(&p, &l->beside, &l->names, id);
	if ((err = rt_pipe_end(&p)))
		return err;
	h->me = session_user(&l->visitor);
	if (h->me.id && (err = home_list_parse(rt, a, &l->list)))
		return err;
	h->here = page->here;
	h->newest = page->ids.n ? page->ids.v[0] : 0;
	return RT_OK;
}

/* Of the entries from that one on, is any newer than the last visit? */
static bool home_has_fresh(const struct home_look *l, size_t from)
{
	uint64_t newest = seen_newest(&l->visitor);
	struct rt_ids ids = l->list.fill.page.ids;

	if (!newest || l->home.here.start)
		return false;
	for (size_t i = from; i < ids.n; i++)
		if (ids.v[i] > newest)
			return true;
	return false;
}

/*
 * Only the first page says what is new, and notes that it was seen.  It counts
 * what you will find, not what was deleted before you came; so it counts posts
 * that it has loaded.
 */
static void home_count_fresh(const struct home_look *l, struct rt_home *h)
{
	const struct page_fill *f = &l->list.fill;
	uint64_t newest = seen_newest(&l->visitor);

	if (h->here.start || !newest)
		return;
	for (size_t i = 0; i < f->loads; i++)
		h->fresh += posts_newer(&f->load[i], newest, h->me.id);
}

/* The owner has looked: a timeline that was there lives 30 days from now. */
static void home_store(struct rt_pipe *p, const struct home_list *l)
{
	if (l->fill.drop)
		rt_pipe_try(p, "EVAL %s 1 " KEY_POSTS " %d %d", HOME_KEEP_LUA,
			    l->owner, TIMELINE_SECONDS, TIMELINE_UNFINISHED);
}

/*
 * To keep it is a write, and so rides where there is one anyway.  Once a day,
 * or where there was a new post, is enough: one that ends for all that is made
 * again.
 */
static void home_note(struct rt_pipe *p, const struct home_look *l)
{
	bool is_noted = false;

	if (!l->home.here.start)
		is_noted = seen_note(p, &l->visitor, l->list.fill.page.ids);
	if (last_visit_note(p, &l->visitor) || is_noted)
		home_store(p, &l->list);
}

static enum rt_err home_read_posts(struct rt *rt, struct arena *a,
				   struct home_look *l)
{
	struct page_fill *f = &l->list.fill;
	struct rt_home *h = &l->home;
	struct rt_pipe p;
	enum rt_err err;

	f->all = home_has_fresh(l, RT_PAGE);
	h->fresher = home_has_fresh(l, page_fill_width(RT_PAGE) - 1);
	rt_pipe_begin_lenient(&p, rt, a);
	page_fill_queue(&p, f, h->me.id);
	home_note(&p, l);
	if (f->page.ids.n)
		sidebar_request(&p, &l->beside);
	if ((err = rt_pipe_end(&p)) || (err = page_fill_parse(rt, a, f)))
		return err;
	sidebar_parse(a, &l->beside, h->me.id, &h->beside);
	home_count_fresh(l, h);
	h->posts = f->posts;
	h->older = f->next;
	if (h->posts.n || h->here.start)
		return RT_OK;
	return newest_to_follow(rt, a, h->me.id, &l->names, &h->faces);
}

enum rt_err rt_home(struct rt *rt, struct arena *a, const char *secret,
		    struct rt_place place, struct rt_home *home)
{
	struct home_look l = { .list.fill = { .size = RT_PAGE,
					      .page.here = place } };
	struct rt_pipe p;
	enum rt_err err;

	l.names.visitor = &l.visitor;
	l.list.fill.names = &l.names;
	rt_pipe_begin_lenient(&p, rt, a);
	session_queue(&p, &l.visitor, secret);
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
