/*
 * The search: members and tags by their first letters, and posts by their
 * words.
 *
 * These are all the commands of the page, in order, each with the file that
 * sends it.  At an empty line the page waits for the replies.  A mark at the
 * end says when the command is sent:
 *
 * first	it is the first page of what was found
 * member	a member is found
 * tag	a tag is found
 * found	a word is in some posts
 * deep	a word is in more than a thousand posts
 * daily	once a day
 * cold	this process does not know who wrote a post
 *
 * and "+" means that there may be several such commands.
 *
 * GET /search:
 *
 *   GET layout                                site/layout.c
 *   HMGET user:ME username auth ...           member/session.c
 *   HGET sessions:ME DIGEST                   member/session.c
 *   ZREVRANK notices:ME seen                  member/bell.c
 *   ZREVRANGEBYSCORE announcements +inf ...   site/running.c
 *   ZRANGE quiet:ME 0 399 WITHSCORES          member/quiet.c
 *   # Names that begin like that, and the newest posts of each word.
 *   ZRANGEBYLEX members [TYPED (END ...       member/name_search.c  first +
 *   ZRANGEBYLEX tags [TYPED (END ...          member/name_search.c  first
 *   ZSCORE stop_words WORD                    post/post_search.c  +
 *   ZREVRANGEBYSCORE word:WORD TOP -inf ...   post/post_search.c  +
 *
 *   # What these names are, and which posts have all words.
 *   HMGET user:FOUND username ...             member/display_name.c  member
 *   ZMSCORE following:ME FOUND                member/user.c       member
 *   LLEN tag:TAG                              member/name_search.c  tag
 *   ZMSCORE word:WORD POST ...                post/post_search.c  deep
 *   EVAL limit_count.lua limit:search:ME ...  patterns/limit.c    found
 *   ZADD {seen}:due NX MS ...                 patterns/delayed.c  daily
 *
 *   HGETALL post:POST                         post/posts.c        found +
 *   ZMSCORE liked:ME POST ...                 post/posts.c        found
 *   ZMSCORE reposted:ME POST ...              post/posts.c        found
 *
 *   HMGET user:AUTHOR username ...            member/display_name.c  cold +
 *
 * A process reads `announcements` every ten seconds.
 */
#include "libretwis/member/last_visit.h"
#include "libretwis/member/name_search.h"
#include "libretwis/member/rate_limit.h"
#include "libretwis/post/post_search.h"
#include "libretwis/site/context.h"

struct search {
	struct session visitor;
	struct member_names authors;
	struct name_search names;
	struct post_search posts;
	struct rate_limit limit;
};

/*
 * Words that are in no post cost next to nothing, and are not counted.  A
 * secret of PHP Retwis is not checked yet, and counts for its address.  While
 * Redis is full nobody is counted, and the search goes on.
 */
static void search_queue_limit(struct rt_pipe *p, struct search *s)
{
	uint64_t me = session_user(&s->visitor).id;

	if (!post_search_is_worth(&s->posts))
		return;
	if (me)
		rate_limit_queue_member(p, &s->limit, RT_RATE_SEARCH, me);
	else
		rate_limit_queue(p, &s->limit, RT_RATE_SEARCH,
				 p->rt->context->visitor);
	if (s->limit.what)
		rt_pipe_optional(p);
}

static enum rt_err search_begin(struct rt *rt, struct arena *a,
				const char *secret, struct search *s,
				const struct rt_search *r)
{
	struct rt_pipe p;

	rt_pipe_begin_lenient(&p, rt, a);
	session_queue(&p, &s->visitor, secret);
	session_check(&p, &s->visitor);
	if (!s->posts.after)
		name_search_queue(&p, &s->names, r);
	post_search_queue(&p, &s->posts);
	return rt_pipe_end(&p);
}

static enum rt_err search_find(struct rt *rt, struct arena *a,
			       struct search *s, struct rt_search *r)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	session_check(&p, &s->visitor);
	name_search_queue_found(&p, &s->names);
	post_search_queue_scores(&p, &s->posts, r);
	search_queue_limit(&p, s);
	last_visit_note(&p, &s->visitor);
	err = rt_pipe_end(&p);
	return err ? err : rate_limit_check(rt, &s->limit);
}

static enum rt_err search_load(struct rt *rt, struct arena *a,
			       struct search *s, struct rt_search *r)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	name_search_fill(&p, &s->names, r);
	post_search_queue_posts(&p, &s->posts, s->visitor.id, &s->authors);
	if ((err = rt_pipe_end(&p)))
		return err;
	name_search_parse(a, &s->names, r);
	return post_search_parse(rt, a, &s->posts, r);
}

enum rt_err rt_search(struct rt *rt, struct arena *a, const char *secret,
		      const char *q, uint64_t after, struct rt_search *search)
{
	struct search *s = arena_alloc(a, sizeof *s);
	struct rt_search r = { .asked = false };
	enum rt_err err;

	s->names.visitor = s->authors.visitor = &s->visitor;
	name_search_read(a, q, &s->names, &r);
	post_search_read(rt, a, q, after, &s->posts, &r);
	if ((err = search_begin(rt, a, secret, s, &r)) ||
	    (err = search_find(rt, a, s, &r)) ||
	    (err = search_load(rt, a, s, &r)))
		return err;
	r.me = session_user(&s->visitor);
	*search = r;
	return RT_OK;
}
