/* The page of one post, with its thread. */
#include "libretwis/member/last_visit.h"
#include "libretwis/post/page_fill.h"
#include "schema/key.h"

/* A post that is read for its page, and what is shown around it. */
struct status_load {
	struct session visitor;
	struct member_names names;
	struct post_load post, parent;
	struct page_fill replies;
	struct rt_ids likers;
	const char *liked, *reposted, *saved; /* by the visitor */
	const char *pinned;                   /* what the visitor has pinned */
	uint64_t parent_id;
};

static enum rt_err status_find(struct rt *rt, struct arena *a,
			       struct status_load *l, const char *secret,
			       struct rt_ids id)
{
	struct rt_pipe p;

	rt_pipe_begin_lenient(&p, rt, a);
	session_queue(&p, &l->visitor, secret);
	session_check(&p, &l->visitor);
	posts_queue(&p, &l->post, 0, &l->names, id);
	rt_pipe_ids(&p, &l->likers, RT_LIKERS, "ZREVRANGE " KEY_LIKES " 0 %d",
		    id.v[0], RT_LIKERS - 1);
	page_fill_queue_list(&p, &l->replies,
			     arena_printf(a, KEY_REPLIES, id.v[0]));
	return rt_pipe_end(&p);
}

/* Queues the names of its likers, and whether the visitor likes it, too. */
static void status_queue_likers(struct rt_pipe *p, struct status_load *l)
{
	uint64_t id = l->post.ids.v[0], me = l->visitor.id;

	for (size_t i = 0; i < l->likers.n; i++)
		member_names_queue(p, &l->names, l->likers.v[i]);
	if (!me)
		return;
	rt_pipe_str(p, &l->liked, "ZSCORE " KEY_LIKED " " ID, me, id);
	rt_pipe_str(p, &l->reposted, "ZSCORE " KEY_REPOSTED " " ID, me, id);
	rt_pipe_str(p, &l->saved, "ZSCORE " KEY_SAVED " " ID, me, id);
	if (rt_u64(l->post.fields[0].user_id) == me)
		rt_pipe_str(p, &l->pinned, "HGET " KEY_USER " pinned", me);
}

/* If there is no parent, post 0 is read instead, which never exists. */
static enum rt_err status_read_around(struct rt *rt, struct arena *a,
				      struct status_load *l)
{
	struct rt_ids parent = { .v = &l->parent_id, .n = 1 };
	struct rt_pipe p;
	enum rt_err err;

	l->parent_id = rt_u64(l->post.fields[0].reply_to);
	list_parse(&l->replies.page);
	rt_pipe_begin_lenient(&p, rt, a);
	session_check(&p, &l->visitor);
	posts_queue(&p, &l->parent, l->visitor.id, &l->names, parent);
	page_fill_queue(&p, &l->replies, l->visitor.id);
	status_queue_likers(&p, l);
	last_visit_note(&p, &l->visitor);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin_lenient(&p, rt, a);
	posts_queue_rest(&p, &l->post);
	posts_queue_rest(&p, &l->parent);
	page_fill_queue_rest(&p, &l->replies);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin_lenient(&p, rt, a);
	posts_queue_names(&p, &l->post);
	posts_queue_names(&p, &l->parent);
	err = rt_pipe_end(&p);
	return err ? err : page_fill_end(rt, a, &l->replies);
}

/* A single post; its id is 0 if it is gone. */
static struct rt_post status_pick(struct arena *a, const struct post_load *l)
{
	struct rt_post post = { 0 };
	struct rt_posts one = { .v = &post };

	return posts_pick(a, l, 1, 1, &one) && one.n ? post
						     : (struct rt_post){ 0 };
}

static void status_fill(struct arena *a, struct rt_status *s,
			const struct status_load *l)
{
	s->post = status_pick(a, &l->post);
	s->post.liked = l->liked;
	s->post.reposted = l->reposted;
	s->saved = l->saved;
	s->pinned = s->post.id && rt_u64(l->pinned) == s->post.id;
	s->parent = status_pick(a, &l->parent);
	for (size_t i = 0; i < l->likers.n; i++)
		s->liker[i] = member_names_get(&l->names, l->likers.v[i]);
	s->replies = l->replies.posts;
	s->later = l->replies.next.start;
}

enum rt_err rt_status(struct rt *rt, struct arena *a, const char *secret,
		      uint64_t id, int64_t start, struct rt_status *status)
{
	struct status_load l = { .replies = {
					 .size = RT_REPLIES,
					 .page = { .kind = LIST_THREAD,
						   .here.start = start } } };
	struct rt_status s = { .start = start };
	enum rt_err err;

	l.names.visitor = &l.visitor;
	l.replies.names = &l.names;
	if ((err = status_find(rt, a, &l, secret,
			       (struct rt_ids){ .v = &id, .n = 1 })) ||
	    (err = status_read_around(rt, a, &l)))
		return err;
	s.me = session_user(&l.visitor);
	status_fill(a, &s, &l);
	*status = s;
	return RT_OK;
}
