/*
 * The search: members and tags by their first letters, and posts by their
 * words.
 */
#include "libretwis/member/last_visit.h"
#include "libretwis/member/name_search.h"
#include "libretwis/member/rate_limit.h"
#include "libretwis/post/post_search.h"
#include "libretwis/site/context.h"

/*
 * The Redis commands of a search for two words by the member ME, an empty line
 * for each round trip:
 *
 *	(session)
 *	ZRANGEBYLEX members [WORDS (WORDT LIMIT 0 25    names that begin so
 *	ZRANGEBYLEX tags [WORDS (WORDT LIMIT 0 25       tags
 *	ZSCORE stop_words DIGEST                        each word: is it too common?
 *	ZREVRANGEBYSCORE word:DIGEST +inf -inf ...      its newest thousand posts
 *
 *	HMGET user:MEMBER username display              each member found
 *	ZMSCORE word:DIGEST POST ...                    where a thousand do not reach
 *	EVAL limit_count.lua limit:search:ME 60 60
 *
 *	HGETALL post:POST                               each post that has all words
 *	HMGET user:AUTHOR username display              each author not cached
 *	ZMSCORE liked:ME POST ...
 *	ZMSCORE reposted:ME POST ...
 */
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
