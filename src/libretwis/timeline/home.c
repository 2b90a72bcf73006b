/*
 * The home page.
 *
 * These are all the commands of the page, in order, each with the file that
 * sends it.  At an empty line the page waits for the replies.  A mark at the
 * end says when the command is sent:
 *
 * old	the cookie is from PHP Retwis
 * ours	it is not
 * place	the page is the first one, or has ?start=
 * after	the page has ?after=, and continues after that post
 * gone	the member has not visited home for 30 days, or never
 * busy	an author's 50 newest posts all belong in the timeline
 * new	the member has not seen the newest post
 * daily	once a day
 * noted	one of these two
 * cold	this process does not know who wrote a post
 * repost	a post is a repost
 * gap	a post is gone, and another takes its place
 * late	a post came after newer ones, or a second time
 * first	this process has not shown home yet
 * sums	the tags of the day are not in the cache
 * runs	an announcement runs that the member has not read
 *
 * and "+" means that there may be several such commands.
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
 *   HGET sessions:ME DIGEST                   member/session.c
 *   ZREVRANK notices:ME seen                  member/bell.c
 *   ZREVRANGEBYSCORE announcements +inf ...   site/running.c      first
 *   ZRANGE quiet:ME 0 399 WITHSCORES          member/quiet.c
 *   ZCARD followers:ME                        timeline/home.c
 *   ZCARD following:ME                        timeline/home.c
 *   LRANGE posts:ME FROM TO                   post/page_fill.c    place
 *   EVAL list_after.lua posts:ME AFTER ...    post/page_fill.c    after
 *   ZRANGEBYSCORE dates ...                   timeline/next_dates.c  first
 *   ZREVRANGE users_by_time 0 3               member/newest.c     first
 *   GET cache:trending                        patterns/cache.c    first
 *
 *   # There is none: one of the requests that need it rebuilds it.
 *   SET lock:{posts:ME} TOKEN NX PX 5000      patterns/lock.c     gone
 *
 *   EXISTS posts:ME                           timeline/rebuild.c  gone
 *
 *   ZREVRANGE following:ME 0 9999             timeline/rebuild.c  gone
 *
 *   LRANGE own:ANY 0 49                       timeline/rebuild.c  gone +
 *
 *   LRANGE own:ANY 40 999                     timeline/rebuild.c  busy +
 *
 *   EVAL home_store.lua posts:ME ...          timeline/rebuild.c  gone
 *
 *   # Who was followed, and what was posted, in the meantime?
 *   ZREVRANGE following:ME 0 9999             timeline/rebuild.c  gone
 *   LRANGE own:ANY 0 49                       timeline/rebuild.c  gone +
 *
 *   EVAL home_finish.lua posts:ME ...         timeline/rebuild.c  gone
 *
 *   # It is not sorted, so sort it.
 *   LRANGE posts:ME 0 -1                      timeline/home_list.c  late
 *   EVAL home_order.lua posts:ME 1000         timeline/home_list.c  late
 *
 *   # Ten posts, and which of them the member has liked and reposted.
 *   HGETALL post:POST                         post/posts.c        +
 *   ZMSCORE liked:ME POST ...                 post/posts.c
 *   ZMSCORE reposted:ME POST ...              post/posts.c
 *   ZSCORE read:TOP ME                        timeline/top.c      runs +
 *   HGETALL post:TOP                          post/posts.c        runs +
 *   ZMSCORE liked:ME TOP ...                  post/posts.c        runs
 *   ZMSCORE reposted:ME TOP ...               post/posts.c        runs
 *   HSET user:ME seen POST                    member/last_visit.c  new
 *   ZADD {seen}:due NX MS ...                 patterns/delayed.c  daily
 *   EVAL home_keep.lua posts:ME 2592000 60    timeline/home.c     noted
 *   HGET users NAME                           member/newest.c     first +
 *   ZREVRANGEBYSCORE trend:HOUR +inf ...      post/tag.c          sums +
 *
 *   # What else these ten posts need.
 *   HMGET user:ANY username ...       member/display_name.c       cold +
 *   HGETALL post:ORIGINAL                     post/posts.c        repost +
 *   ZMSCORE liked:ME ORIGINAL ...             post/posts.c        repost
 *   ZMSCORE reposted:ME ORIGINAL ...          post/posts.c        repost
 *   LREM posts:ME 1 POST                      post/posts.c        gap +
 *   HGETALL post:FURTHER                      post/posts.c        gap +
 *   ZMSCORE liked:ME FURTHER ...              post/posts.c        gap
 *   ZMSCORE reposted:ME FURTHER ...           post/posts.c        gap
 *   HMGET user:NEW username ...       member/display_name.c       first +
 *
 *   # The process has not known of the announcement before.
 *   ZREVRANK notices:ME seen                  member/bell.c       runs
 *   ZSCORE notices:ME seen                    member/bell.c       runs
 *   HGET post:TOP user_id                     site/running.c      runs +
 *
 * This is for an adopted database, and a page with posts; if there is none,
 * newest.c reads whom to follow.  If the member follows somebody else while
 * the page rebuilds the timeline, the page starts again, three times at most.
 * If the page is not full, it reads on as page_fill.h describes.  If more than
 * ten posts have come since the last visit, it loads up to 31 at once, to
 * count them.  The commands marked "first" are sent again every ten seconds.
 * From then on, ZMSCORE following:ME ANY ... reads which of the new members
 * the visitor follows; while the process knows of an announcement, ZSCORE
 * notices:ME seen and ZSCORE read:TOP ME are sent with the list of posts, and
 * nothing else for an announcement that the member has read; and HMGET
 * post:DATED user_id body ... reads the next dates, if there are any.
 *
 * A name is remembered for ten seconds.  After that, HMGET user:ANY username
 * display is sent again: for the new members along with the list, and for the
 * authors whom this process knows along with the posts.  If a repost by an
 * earlier Retwis does not say who wrote the original, and this process does
 * not know it either, that name costs one more round trip.
 *
 * tests/pages/commands.test.mjs compares this list with what MONITOR shows.
 */
#include <string.h>

#include "base/clock.h"
#include "libretwis/member/last_visit.h"
#include "libretwis/member/newest.h"
#include "libretwis/member/user.h"
#include "libretwis/post/tag.h"
#include "libretwis/timeline/home_keep.lua.h"
#include "libretwis/timeline/home_list.h"
#include "libretwis/timeline/next_dates.h"
#include "libretwis/timeline/top.h"
#include "schema/key.h"

/* ---- the sidebar ---------------------------------------------------- */

/*
 * Next to home there are new members to follow, and tags of the day.  Both are
 * nearly the same for everybody, and may be some seconds old.  So a process
 * remembers for ten seconds which members and which tags these were.  After
 * that a page reads them again, in the round trips that it makes anyway, and
 * the next pages use what it has read.  The members' names are read by each
 * page itself (member_names.h).
 *
 * Only while a process remembers nothing yet does the page that reads also
 * show what it has read.  Then the members have no button, because there is no
 * round trip left to read whether the visitor follows them.
 */
#define SIDEBAR_MS 10000

/* Each member costs Redis a command on each page. */
#define SIDEBAR_MEMBERS  4
#define SIDEBAR_TAGS_MAX 1024

/*
 * Outlives a request, because everybody may see it.  A page shows it even
 * after its time, while it is read again, so a memo, whose rows expire, would
 * not do.
 */
static struct {
	int64_t until;
	uint64_t id[SIDEBAR_MEMBERS]; /* 0 after the last */
	char tags[SIDEBAR_TAGS_MAX];
} sidebar_cache;

struct sidebar {
	struct member_names *names; /* of the page */
	struct rt_ids members;      /* that were remembered */
	struct newest read;
	const char *followed[SIDEBAR_MEMBERS]; /* of `members` */
	bool reads, has_read;
	struct trend trend;
	struct next_dates dates;
};

/* A copy, because another request may store new ids before this one ends. */
static struct rt_ids home_recall_people(struct arena *a)
{
	struct rt_ids ids = { .v = arena_alloc(a, sizeof sidebar_cache.id) };

	while (ids.n < SIDEBAR_MEMBERS && sidebar_cache.id[ids.n]) {
		ids.v[ids.n] = sidebar_cache.id[ids.n];
		ids.n++;
	}
	return ids;
}

static void home_store_sidebar(const struct newest *read, const char *tags)
{
	size_t n = 0, len = strlen(tags) + 1;

	for (size_t i = 0; i < read->n && read->name[i]; i++)
		if (read->id[i])
			sidebar_cache.id[n++] = read->id[i];
	if (n < SIDEBAR_MEMBERS)
		sidebar_cache.id[n] = 0;
	if (len <= SIDEBAR_TAGS_MAX)
		memcpy(sidebar_cache.tags, tags, len);
	sidebar_cache.until = clock_ms() + SIDEBAR_MS;
}

static void home_queue_sidebar(struct rt_pipe *p, struct sidebar *b,
			       struct member_names *names, uint64_t me)
{
	*b = (struct sidebar){ .names = names,
			       .members = home_recall_people(p->a),
			       .reads = clock_ms() >= sidebar_cache.until };
	relation_queue(p, b->followed, me, b->members);
	for (size_t i = 0; i < b->members.n; i++)
		member_names_queue(p, names, b->members.v[i]);
	next_dates_queue(p, &b->dates, names);
	if (!b->reads)
		return;
	newest_queue(p, &b->read, SIDEBAR_MEMBERS);
	trend_queue(p, &b->trend);
}

/*
 * In the second pipeline of a page.  A page that has nothing else to send
 * there leaves this to the next one.
 */
static void home_queue_sidebar_rest(struct rt_pipe *p, struct sidebar *b)
{
	next_dates_queue_rest(p, &b->dates);
	if (!b->reads)
		return;
	b->has_read = true;
	newest_queue_more(p, &b->read, b->names, true);
	trend_refill(p, &b->trend);
}

/* In the third pipeline, which such a page needs for its authors, too. */
static void home_queue_sidebar_names(struct rt_pipe *p,
				     const struct sidebar *b)
{
	next_dates_queue_names(p, &b->dates);
	if (b->has_read && !b->members.n)
		newest_queue_last(p, &b->read, b->names);
}

/* If nobody was remembered, the page shows the members it has just read. */
static struct rt_person home_sidebar_person(const struct sidebar *b, size_t i)
{
	bool unsure = !b->members.n;
	uint64_t id = unsure ? b->read.id[i] : b->members.v[i];
	struct rt_names is =
		unsure ? b->read.called[i] : member_names_get(b->names, id);

	return (struct rt_person){ .id = id,
				   .name = is.name,
				   .display = is.display,
				   .face = is.face,
				   .unsure = unsure };
}

static void home_choose_people(const struct sidebar *b, uint64_t me,
			       struct rt_people_list *people)
{
	for (size_t i = 0; i < SIDEBAR_MEMBERS && people->n < RT_BESIDE; i++) {
		struct rt_person one = home_sidebar_person(b, i);

		if (one.id && one.name && one.id != me && !b->followed[i] &&
		    !member_names_leaves_out(b->names, one.id))
			people->v[people->n++] = one;
	}
}

static void home_parse_sidebar(struct arena *a, struct sidebar *b, uint64_t me,
			       struct rt_sidebar *out)
{
	struct rt_people_list people = {
		.v = arena_alloc(a, RT_BESIDE * sizeof *people.v)
	};

	if (b->has_read) {
		newest_parse(&b->read, b->names);
		trend_sum_up(a, &b->trend);
		home_store_sidebar(&b->read, b->trend.tags);
	}
	b->trend.tags = arena_strdup(a, sidebar_cache.tags);
	home_choose_people(b, me, &people);
	out->people = people;
	out->trending = trend_parse(a, &b->trend);
	next_dates_parse(a, &b->dates, &out->dates);
}

/* ---- the page ------------------------------------------------------- */

/* A home page that is being read. */
struct home_load {
	struct session visitor;
	struct member_names names;
	struct home_list list;
	struct top_load top;
	struct sidebar sidebar;
	struct rt_home home;
};

static enum rt_err home_read_list(struct rt *rt, struct arena *a,
				  struct home_load *l)
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
	top_queue_read(&p, &l->top, id);
	home_queue_sidebar(&p, &l->sidebar, &l->names, id);
	if ((err = rt_pipe_end(&p)))
		return err;
	h->me = session_user(&l->visitor);
	if (h->me.id && (err = home_list_parse(rt, a, &l->list)))
		return err;
	h->here = page->here;
	h->newest = page->ids.n ? page->ids.v[0] : 0;
	return RT_OK;
}

/* True if an entry from that one on is newer than the last visit. */
static bool home_has_new(const struct home_load *l, size_t from)
{
	uint64_t newest = last_visit_newest_post(&l->visitor);
	struct rt_ids ids = l->list.fill.page.ids;

	if (!newest || l->home.here.start)
		return false;
	for (size_t i = from; i < ids.n; i++)
		if (ids.v[i] > newest)
			return true;
	return false;
}

/*
 * Only the first page says how many posts are new, and notes that they were
 * seen.  It counts posts that it has loaded, so that deleted ones do not
 * count.
 */
static void home_count_new(const struct home_load *l, struct rt_home *h)
{
	const struct page_fill *f = &l->list.fill;
	uint64_t newest = last_visit_newest_post(&l->visitor);

	if (h->here.start || !newest)
		return;
	for (size_t i = 0; i < f->loads; i++)
		h->fresh += posts_newer(&f->load[i], newest, h->me.id);
}

/* Makes a timeline that was there expire 30 days after this visit. */
static void home_extend(struct rt_pipe *p, const struct home_list *l)
{
	if (l->fill.drop)
		rt_pipe_try(p, "EVAL %s 1 " KEY_POSTS " %d %d", HOME_KEEP_LUA,
			    l->owner, TIMELINE_SECONDS, TIMELINE_UNFINISHED);
}

/*
 * Extending the timeline is a write, so it is sent only along with other
 * writes.  Once a day, or when there is a new post, is enough; if the timeline
 * expires all the same, it is rebuilt.
 */
static void home_note(struct rt_pipe *p, const struct home_load *l)
{
	bool is_noted = false;

	if (!l->home.here.start)
		is_noted = last_visit_note_post(p, &l->visitor,
						l->list.fill.page.ids);
	if (last_visit_note(p, &l->visitor) || is_noted)
		home_extend(p, &l->list);
}

static enum rt_err home_read_posts(struct rt *rt, struct arena *a,
				   struct home_load *l)
{
	struct page_fill *f = &l->list.fill;
	struct rt_home *h = &l->home;
	struct rt_pipe p;
	enum rt_err err;

	f->all = home_has_new(l, RT_PAGE);
	h->fresher = home_has_new(l, page_fill_width(RT_PAGE) - 1);
	rt_pipe_begin_lenient(&p, rt, a);
	page_fill_queue(&p, f, h->me.id);
	top_queue(&p, &l->top, h->me.id, &l->names);
	home_note(&p, l);
	if (f->page.ids.n)
		home_queue_sidebar_rest(&p, &l->sidebar);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin_lenient(&p, rt, a);
	page_fill_queue_rest(&p, f);
	top_queue_rest(&p, &l->top);
	home_queue_sidebar_names(&p, &l->sidebar);
	if ((err = rt_pipe_end(&p)) || (err = page_fill_end(rt, a, f)) ||
	    (err = top_end(rt, a, &l->top, h->me.id, &f->posts, &h->running)))
		return err;
	home_parse_sidebar(a, &l->sidebar, h->me.id, &h->beside);
	home_count_new(l, h);
	h->posts = f->posts;
	h->older = f->next;
	if (h->posts.n || h->here.start)
		return RT_OK;
	return newest_to_follow(rt, a, h->me.id, &l->names, &h->faces);
}

enum rt_err rt_home(struct rt *rt, struct arena *a, const char *secret,
		    struct rt_place place, struct rt_home *home)
{
	struct home_load l = { .list.fill = { .size = RT_PAGE,
					      .page.here = place },
			       .top.is_wanted = !place.start && !place.after };
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
	/* With a wrong secret nothing is returned, not even the counts. */
	*home = l.home.me.id ? l.home : (struct rt_home){ 0 };
	return RT_OK;
}
