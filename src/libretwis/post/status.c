/* The page of one post, with its thread. */
#include "libretwis/member/last.h"
#include "libretwis/post/posts.h"
#include "libretwis/redis/ids.h"

/* A post on its way to its page, and what stands around it. */
struct status_look {
	struct session visitor;
	struct post_load post, others;
	struct rt_ids replies, likers;
	const char *liker[RT_LIKERS];
	const char *liked, *reposted; /* by the visitor */
	uint64_t parent;
};

static enum rt_err status_find(struct rt *rt, struct arena *a,
			       struct status_look *l, const char *secret,
			       struct rt_ids id, int64_t start)
{
	struct rt_pipe p;

	rt_pipe_look(&p, rt, a);
	session_look(&p, &l->visitor, secret);
	session_check(&p, &l->visitor);
	posts_ask(&p, &l->post, 0, id);
	rt_pipe_ids(&p, &l->likers, "ZREVRANGE " KEY_LIKES " 0 %d", id.v[0],
		    RT_LIKERS - 1);
	rt_pipe_ids(&p, &l->replies, "LRANGE " KEY_REPLIES " %lld %lld",
		    id.v[0], (long long)start, (long long)start + RT_REPLIES);
	return rt_pipe_end(&p);
}

/* Asks for the names of its likers, and for what the visitor did with it. */
static void status_ask_likers(struct rt_pipe *p, struct status_look *l)
{
	uint64_t id = l->post.ids.v[0], me = l->visitor.id;

	for (size_t i = 0; i < l->likers.n; i++)
		rt_pipe_str(p, &l->liker[i], "HGET " KEY_USER " username",
			    l->likers.v[i]);
	if (!me)
		return;
	rt_pipe_str(p, &l->liked, "ZSCORE " KEY_LIKED " " ID, me, id);
	rt_pipe_str(p, &l->reposted, "ZSCORE " KEY_REPOSTED " " ID, me, id);
}

/*
 * Loads the parent and the replies together, the parent first.  It may be 0,
 * or gone, and then is not among those that come back.
 */
static enum rt_err status_read_around(struct rt *rt, struct arena *a,
				      struct status_look *l)
{
	struct rt_ids ids = { .n = l->replies.n + 1 };
	struct rt_pipe p;

	l->parent = rt_u64(l->post.field[0][POST_REPLY_TO]);
	ids.v = arena_alloc(a, ids.n * sizeof *ids.v);
	ids.v[0] = l->parent;
	for (size_t i = 0; i < l->replies.n; i++)
		ids.v[i + 1] = l->replies.v[i];
	rt_pipe_look(&p, rt, a);
	session_check(&p, &l->visitor);
	posts_ask(&p, &l->others, l->visitor.id, ids);
	status_ask_likers(&p, l);
	last_note(&p, &l->visitor);
	return rt_pipe_end(&p);
}

static void status_sort_out(struct rt_status *s, const struct status_look *l,
			    const struct rt_posts *post,
			    struct rt_posts others)
{
	if (post->n)
		s->post = post->v[0];
	s->post.liked = l->liked;
	s->post.reposted = l->reposted;
	for (size_t i = 0; i < RT_LIKERS; i++)
		s->liker[i] = l->liker[i];
	if (others.n && others.v[0].id == l->parent) {
		s->parent = others.v[0];
		others.v++;
		others.n--;
	}
	s->replies = others;
}

enum rt_err rt_status(struct rt *rt, struct arena *a, const char *secret,
		      uint64_t id, int64_t start, struct rt_status *status)
{
	struct status_look l = { .parent = 0 };
	struct rt_status s = { .start = start };
	struct rt_posts post, others;
	enum rt_err err;

	if ((err = status_find(rt, a, &l, secret,
			       (struct rt_ids){ .v = &id, .n = 1 }, start)))
		return err;
	s.later = ids_page_cut(&l.replies, start, RT_REPLIES);
	if ((err = status_read_around(rt, a, &l)) ||
	    (err = posts_take(rt, a, &l.post, &post)) ||
	    (err = posts_take(rt, a, &l.others, &others)))
		return err;
	s.me = session_user(&l.visitor);
	status_sort_out(&s, &l, &post, others);
	*status = s;
	return RT_OK;
}
