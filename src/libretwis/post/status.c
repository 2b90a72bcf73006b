/*
 * The page of one post, with the conversation that it belongs to.
 *
 * These are all the commands of the page, in order, each with the file that
 * sends it.  At an empty line the page waits for the replies.  A mark at the
 * end says when the command is sent:
 *
 * old	the cookie is from PHP Retwis
 * ours	it is not
 * in	somebody is signed in
 * mine	and has written the post
 * first	the page has no ?after=, or ?after=0
 * after	it has one, and begins after that post
 * reply	the post is a reply that this process has not shown yet
 * root	the post knows its conversation
 * others	the page has other posts, too
 * liked	somebody likes the post
 * asks	the post asks a question
 * asked	and somebody is signed in
 * told	it is an announcement
 * runs	and has not ended
 * daily	once a day
 * cold	this process does not know who wrote a post
 *
 * and "+" means that there may be several such commands.
 *
 * GET /@NAME/ID:
 *
 *   # Whose cookie is it?
 *   GET layout                               site/layout.c          old
 *   HGET auths SECRET                        member/session.c       old
 *   # Is it still valid?
 *   GET layout                               site/layout.c          ours
 *   HMGET user:ME username auth ...          member/session.c       ours
 *   HGET sessions:ME DIGEST                  member/session.c       ours
 *   ZREVRANK notices:ME seen                 member/bell.c          ours
 *   ZREVRANGEBYSCORE announcements +inf ...  site/running.c         ours
 *   ZRANGE quiet:ME 0 399 WITHSCORES         member/quiet.c         ours
 *   # The post, and the conversation, if it is the beginning of one.
 *   HGETALL post:POST                        post/post_fields.c
 *   ZREVRANGE likes:POST 0 9                 post/status.c
 *   ZRANGE conversation:POST 0 999           post/status.c
 *   LRANGE replies:POST 0 1050               post/status.c          first
 *   EVAL thread_around.lua replies:POST ...  post/status.c          after
 *
 *   ZRANGE conversation:ROOT 0 999           post/status.c          reply
 *
 *   # The other posts of the page.
 *   HMGET user:ME username auth ...          member/session.c       old
 *   HGET sessions:ME DIGEST                  member/session.c       old
 *   ZREVRANK notices:ME seen                 member/bell.c          old
 *   ZREVRANGEBYSCORE announcements +inf ...  site/running.c         old
 *   ZRANGE quiet:ME 0 399 WITHSCORES         member/quiet.c         old
 *   HGETALL post:OTHER                       post/post_fields.c     others +
 *   ZMSCORE liked:ME OTHER ...               post/posts.c           others
 *   ZMSCORE reposted:ME OTHER ...            post/posts.c           others
 *   HMGET user:LIKER username ...            member/display_name.c  liked
 *   ZSCORE liked:ME POST                     post/status.c          in
 *   ZSCORE reposted:ME POST                  post/status.c          in
 *   ZSCORE saved:ME POST                     post/status.c          in
 *   HGET user:ME pinned                      post/status.c          mine
 *   EVAL answers_page.lua answers:POST ...   post/roster.c          asked +
 *   ZSCORE left:ME ROOT                      post/status.c          root
 *   ZCARD read:POST                          post/announcements.c   told
 *   ZCARD directory                          post/announcements.c   told
 *   ZCARD suspended                          post/announcements.c   told
 *   ZADD {seen}:due NX MS ...                patterns/delayed.c     daily
 *
 *   HMGET user:ANY username ...              member/display_name.c  cold +
 *
 *   EVAL answers_read.lua answers:POST ...   post/answers.c         asks
 *   ZSCORE read:POST ME                      post/announcements.c   runs
 *
 * A process reads `announcements` every ten seconds.
 *
 * tests/pages/commands.test.mjs compares this list with what MONITOR shows.
 */
#include "libretwis/member/last_visit.h"
#include "libretwis/post/announcements.h"
#include "libretwis/post/answers.h"
#include "libretwis/post/attached.h"
#include "libretwis/post/conversation.h"
#include "libretwis/post/posts.h"
#include "libretwis/post/removed.h"
#include "libretwis/post/roster.h"
#include "libretwis/post/thread.h"
#include "libretwis/post/thread_around.lua.h"
#include "libretwis/retwis.h"
#include "schema/key.h"

/* A post that is read for its page, and what is shown around it. */
struct status_load {
	struct session visitor;
	struct member_names names;
	struct post_load post, others; /* the others of this page */
	struct rt_ids likers;
	const char *liked, *reposted, *saved; /* by the visitor */
	const char *pinned;                   /* what the visitor has pinned */
	const char *left;                     /* when the visitor has left */
	struct readers_load readers;          /* of an announcement */

	uint64_t read; /* conversation:ID of which post was read */
	uint64_t after;
	struct thread_source source;
	struct thread thread;
	size_t from, n; /* what the page has of it */

	struct roster_load roster[RT_ANSWERS_MAX];
	size_t rosters;
};

/* ---- which conversation ----------------------------------------------- */

static void status_queue_conversation(struct rt_pipe *p, struct status_load *l,
				      uint64_t root)
{
	l->read = root;
	rt_pipe_texts(p, &l->source.entries, CONVERSATION_CAP,
		      "ZRANGE " KEY_CONVERSATION " 0 %d", root,
		      CONVERSATION_CAP - 1);
}

/*
 * The replies are in the conversation, too, unless it has as many as it holds,
 * or the post is older than such entries.  So of those that are not, the list
 * must have those of the page, and one more, which shows that there is another
 * page.
 */
static void status_queue_replies(struct rt_pipe *p, struct status_load *l,
				 uint64_t id)
{
	int first = CONVERSATION_CAP + RT_THREAD + 1;

	if (l->after && l->after != RT_NO_AFTER)
		rt_pipe_ids(p, &l->source.replies, (size_t)first,
			    "EVAL %s 1 " KEY_REPLIES " " ID " %d %d %d",
			    THREAD_AROUND_LUA, id, l->after, RT_THREAD,
			    RT_THREAD + 1, first);
	else
		rt_pipe_ids(p, &l->source.replies, (size_t)first,
			    "LRANGE " KEY_REPLIES " 0 %d", id, first - 1);
}

/* ---- reading ---------------------------------------------------------- */

/*
 * The post itself says whether this was its conversation.  That of a post which
 * the process does not know may begin with it.
 */
static enum rt_err status_find(struct rt *rt, struct arena *a,
			       struct status_load *l, const char *secret,
			       struct rt_ids id)
{
	uint64_t root = posts_recall_root(id.v[0]);
	struct rt_pipe p;

	rt_pipe_begin_lenient(&p, rt, a);
	posts_queue_visited(&p, &l->post, &l->visitor, &l->names, secret, id);
	rt_pipe_ids(&p, &l->likers, RT_LIKERS, "ZREVRANGE " KEY_LIKES " 0 %d",
		    id.v[0], RT_LIKERS - 1);
	status_queue_conversation(&p, l, root ? root : id.v[0]);
	status_queue_replies(&p, l, id.v[0]);
	return rt_pipe_end(&p);
}

/* Of a post without a root nothing is known but its parent and its replies. */
static enum rt_err status_read_conversation(struct rt *rt, struct arena *a,
					    struct status_load *l)
{
	const union post_fields *fields = &l->post.fields[0];
	struct rt_pipe p;

	l->source.id = l->post.ids.v[0];
	l->source.reply_to = rt_u64(fields->reply_to);
	l->source.root = conversation_root(l->source.id, fields);
	if (!l->source.root)
		l->source.entries.n = 0;
	if (!l->source.root || l->source.root == l->read)
		return RT_OK;
	rt_pipe_begin_lenient(&p, rt, a);
	status_queue_conversation(&p, l, l->source.root);
	return rt_pipe_end(&p);
}

/* Finds the page in the conversation, and the posts that it still needs. */
static struct rt_ids status_open_page(struct arena *a, struct status_load *l)
{
	const union post_fields *fields = &l->post.fields[0];
	struct thread *t = &l->thread;
	struct rt_ids ids = { .v = arena_alloc(a, RT_THREAD * sizeof *ids.v) };

	/* Nothing is around a post that is gone, or a repost. */
	if (!fields->body || rt_u64(fields->repost_of))
		return ids;
	thread_build(a, &l->source, t);
	l->from = thread_page_from(t, RT_THREAD, l->source.id, l->after);
	l->n = t->n - l->from;
	if (l->n > RT_THREAD)
		l->n = RT_THREAD;
	for (size_t i = l->from; i < l->from + l->n; i++)
		if (!t->v[i].gone && t->v[i].id != l->source.id)
			ids.v[ids.n++] = t->v[i].id;
	return ids;
}

/* Who has answered it: the first page of each answer. */
static void status_queue_rosters(struct rt_pipe *p, struct status_load *l)
{
	struct rt_roster_query query = { .kind = RT_ROSTER_ANSWER };
	const struct rt_question *question =
		attached_read(p->a, &l->post.fields[0]).question;

	if (!question || question->secret)
		return;
	for (; query.answer < question->answers; query.answer++)
		roster_queue(p, &l->roster[l->rosters++], l->source.id,
			     &query);
}

/*
 * Queues the names of its likers, whether the visitor likes it, too, or has
 * left the conversation, and who has read it.
 */
static void status_queue_visitor(struct rt_pipe *p, struct status_load *l)
{
	uint64_t id = l->source.id, me = l->visitor.id;

	for (size_t i = 0; i < l->likers.n; i++)
		member_names_queue(p, &l->names, l->likers.v[i]);
	if (!me)
		return;
	rt_pipe_str(p, &l->liked, "ZSCORE " KEY_LIKED " " ID, me, id);
	rt_pipe_str(p, &l->reposted, "ZSCORE " KEY_REPOSTED " " ID, me, id);
	rt_pipe_str(p, &l->saved, "ZSCORE " KEY_SAVED " " ID, me, id);
	if (rt_u64(l->post.fields[0].user_id) == me)
		rt_pipe_str(p, &l->pinned, "HGET " KEY_USER " pinned", me);
	status_queue_rosters(p, l);
	if (l->source.root)
		rt_pipe_str(p, &l->left, "ZSCORE " KEY_LEFT " " ID, me,
			    l->source.root);
	readers_queue(p, &l->readers, id, &l->post.fields[0]);
}

static enum rt_err status_read_around(struct rt *rt, struct arena *a,
				      struct status_load *l)
{
	struct rt_ids others = status_open_page(a, l);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	session_check(&p, &l->visitor);
	posts_queue(&p, &l->others, l->visitor.id, &l->names, others);
	status_queue_visitor(&p, l);
	last_visit_note(&p, &l->visitor);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin_lenient(&p, rt, a);
	posts_queue_rest(&p, &l->post);
	posts_queue_rest(&p, &l->others);
	for (size_t i = 0; i < l->rosters; i++)
		roster_queue_names(&p, &l->roster[i], &l->names);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin_lenient(&p, rt, a);
	posts_queue_names(&p, &l->post);
	posts_queue_names(&p, &l->others);
	return rt_pipe_end(&p);
}

/* ---- what is shown ---------------------------------------------------- */

/* The post of an entry of the conversation; its id is 0 if it is gone. */
static struct rt_post status_post_of(const struct rt_status *s,
				     const struct rt_posts *others,
				     uint64_t id)
{
	if (id == s->post.id)
		return s->post;
	for (size_t i = 0; i < others->n; i++)
		if (others->v[i].id == id)
			return others->v[i];
	return (struct rt_post){ 0 };
}

static bool status_is_removed(const struct post_load *others, uint64_t id)
{
	const union post_fields *fields = posts_fields(others, id);

	return fields && fields->user_id && fields->removed;
}

/*
 * A hidden post and those that follow it at its place, or below, are counted
 * together.
 */
static void status_join_hidden(struct rt_thread_post *of,
			       const struct rt_thread *t, size_t *next)
{
	while (of->hidden && *next < t->n && t->v[*next].hidden &&
	       t->v[*next].depth >= of->depth)
		of->hidden += t->v[(*next)++].hidden;
}

static bool status_is_deleted(const struct rt_thread_post *of)
{
	return !of->post.id && !of->hidden;
}

/*
 * A deleted post is shown only above replies to it.  Of the posts that follow,
 * the first one that is shown is such a reply if it is deeper.
 */
static void status_leave_out_gone(const struct status_load *l,
				  struct rt_thread *t)
{
	size_t end = l->from + l->n, kept = t->n;
	unsigned below = end < l->thread.n ? l->thread.v[end].depth : 0;

	for (size_t i = t->n; i-- > 0;) {
		if (status_is_deleted(&t->v[i]) && below <= t->v[i].depth)
			continue;
		below = t->v[i].depth;
		status_join_hidden(&t->v[i], t, &kept);
		t->v[--kept] = t->v[i];
	}
	t->v += kept;
	t->n -= kept;
}

/* Whether its place on the page does not say which post it answers. */
static bool status_is_apart(const struct rt_thread *t, size_t i,
			    uint64_t parent)
{
	const struct rt_thread_post *of = &t->v[i];

	if (!of->post.reply_to)
		return false;
	if (of->post.reply_to != parent || of->depth > RT_STEPS)
		return true;
	while (i-- > 0)
		if (t->v[i].id == parent)
			return false;
	return true;
}

static void status_fill_thread(struct arena *a, struct rt_status *s,
			       const struct status_load *l)
{
	struct rt_thread *t = &s->thread;
	struct rt_posts others = { .v = arena_alloc(
					   a, RT_THREAD * sizeof *others.v) };

	posts_pick(a, &l->others, l->others.ids.n, RT_THREAD, &others);
	t->v = arena_alloc(a, RT_THREAD * sizeof *t->v);
	for (t->n = 0; t->n < l->n; t->n++) {
		const struct thread_post *of = &l->thread.v[l->from + t->n];

		t->v[t->n] = (struct rt_thread_post){
			.id = of->id,
			.depth = of->depth,
			.post = status_post_of(s, &others, of->id),
			.hidden = posts_hide(&l->others, of->id),
		};
		t->v[t->n].removed = status_is_removed(&l->others, of->id);
		t->v[t->n].is_apart = status_is_apart(t, t->n, of->parent);
	}
	status_leave_out_gone(l, t);
}

/* Both links name the post before the page that they lead to. */
static void status_fill_pages(struct rt_thread *t, const struct status_load *l)
{
	size_t from = l->from, end = from + l->n;

	t->has_earlier = from > 0;
	if (from > RT_THREAD)
		t->earlier = l->thread.v[from - RT_THREAD - 1].id;
	if (end < l->thread.n)
		t->later = l->thread.v[end - 1].id;
	t->is_single = l->thread.n < 2;
	for (size_t i = 0; i < l->thread.n; i++)
		if (l->thread.v[i].id > t->newest)
			t->newest = l->thread.v[i].id;
}

static void status_fill_removed(struct arena *a, struct rt_status *s,
				const struct status_load *l)
{
	const union post_fields *fields = &l->post.fields[0];
	struct act_mark removed;

	if (!removed_parse(a, fields, &removed))
		return;
	s->removed_of = rt_u64(fields->user_id);
	s->removed_at = removed.time;
	s->removed_until = removed.time + REMOVED_SECONDS;
	s->removed_reason = removed.text;
}

static void status_fill(struct arena *a, struct rt_status *s,
			const struct status_load *l)
{
	s->post = posts_pick_one(a, &l->post);
	s->post.liked = l->liked;
	s->post.reposted = l->reposted;
	readers_parse(&l->readers, &s->post.attached, &s->members);
	s->saved = l->saved;
	s->pinned = s->post.id && rt_u64(l->pinned) == s->post.id;
	for (size_t i = 0; i < l->likers.n; i++)
		if (!member_names_leaves_out(&l->names, l->likers.v[i]))
			s->liker[i] =
				member_names_get(&l->names, l->likers.v[i]);
	status_fill_thread(a, s, l);
	status_fill_pages(&s->thread, l);
	s->thread.root = l->source.root;
	s->thread.has_left = l->left;
	status_fill_removed(a, s, l);
}

/* Of all posts of the page at once, which may be another than the post's. */
static enum rt_err status_load_answers(struct rt *rt, struct arena *a,
				       struct rt_status *s)
{
	struct rt_thread *t = &s->thread;
	struct rt_posts all = { .v = arena_alloc(a,
						 (t->n + 1) * sizeof *all.v) };
	size_t at = 0;
	enum rt_err err;

	for (size_t i = 0; i < t->n; i++)
		all.v[i] = t->v[i].post;
	all.v[t->n] = s->post;
	while (all.v[at].id != s->post.id)
		at++;
	all.n = at < t->n ? t->n : t->n + 1;
	if ((err = answers_load(rt, a, s->me.id, &all)))
		return err;
	s->post = all.v[at];
	for (size_t i = 0; i < t->n; i++)
		t->v[i].post = all.v[i];
	return RT_OK;
}

static void status_fill_rosters(struct arena *a, struct rt_status *s,
				const struct status_load *l)
{
	for (size_t i = 0; i < l->rosters; i++)
		if (rt_may_see_roster(&s->me, &s->post, &l->roster[i].query))
			s->roster[s->rosters++] = roster_parse(
				a, &l->roster[i], &l->names, &s->post);
}

enum rt_err rt_status(struct rt *rt, struct arena *a, const char *secret,
		      uint64_t id, uint64_t after, struct rt_status *status)
{
	struct status_load l = { .after = after };
	struct rt_status s = { 0 };
	enum rt_err err;

	l.names.visitor = &l.visitor;
	if ((err = status_find(rt, a, &l, secret,
			       (struct rt_ids){ .v = &id, .n = 1 })) ||
	    (err = status_read_conversation(rt, a, &l)) ||
	    (err = status_read_around(rt, a, &l)))
		return err;
	s.me = session_user(&l.visitor);
	status_fill(a, &s, &l);
	if ((err = status_load_answers(rt, a, &s)))
		return err;
	status_fill_rosters(a, &s, &l);
	*status = s;
	return RT_OK;
}

enum rt_err rt_post_read(struct rt *rt, struct arena *a, uint64_t id,
			 struct rt_post *post)
{
	struct member_names names = { 0 };
	struct rt_posts posts;
	struct post_load l;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	posts_queue(&p, &l, 0, &names, (struct rt_ids){ .v = &id, .n = 1 });
	l.hides_nobody = true;
	if ((err = rt_pipe_end(&p)) ||
	    (err = posts_parse(rt, a, &l, &posts)) ||
	    (err = answers_load(rt, a, 0, &posts)))
		return err;
	*post = posts.n ? posts.v[0] : (struct rt_post){ 0 };
	return RT_OK;
}
