/* A member's own posts, and how one stands to that member. */
#include "libretwis/post.h"
#include "libretwis/session.h"
#include "libretwis/user.h"

#define CLASSIC_WINDOW 300

/* A profile on its way out of Redis. */
struct look {
	struct session visitor;
	struct user_claim claim;
	const char *layout;
	struct rt_ids ids;
	int64_t start;
};

static enum rt_err find_member(struct rt *rt, struct arena *a, struct look *l,
			       const char *secret, const char *name)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	session_look(&p, &l->visitor, secret);
	user_look(&p, &l->claim, name);
	rt_pipe_str(&p, &l->layout, "GET " KEY_LAYOUT);
	return rt_pipe_end(&p);
}

/* An own: list, or as much of a classic list as one page looks through. */
static void ask_ids(struct rt_pipe *p, struct look *l, uint64_t id)
{
	long long from = l->start;

	if (l->layout)
		rt_pipe_ids(p, &l->ids, "LRANGE " KEY_OWN " %lld %lld", id,
			    from, from + RT_PAGE);
	else
		rt_pipe_ids(p, &l->ids, "LRANGE " KEY_POSTS " %lld %lld", id,
			    from, from + CLASSIC_WINDOW);
}

static enum rt_err read_member(struct rt *rt, struct arena *a, struct look *l,
			       struct rt_profile *r)
{
	uint64_t id = user_claimed(&l->claim);
	const char *followed = NULL;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	session_check(&p, &l->visitor);
	rt_pipe_str(&p, &r->user.name, "HGET " KEY_USER " username", id);
	rt_pipe_u64(&p, &r->followers, "ZCARD " KEY_FOLLOWERS, id);
	rt_pipe_u64(&p, &r->following, "ZCARD " KEY_FOLLOWING, id);
	rt_pipe_str(&p, &followed, "ZSCORE " KEY_FOLLOWING " " ID,
		    l->visitor.id, id);
	ask_ids(&p, l, id);
	if ((err = rt_pipe_end(&p)))
		return err;
	r->me = session_user(&l->visitor);
	r->user.id = r->user.name ? id : 0;
	r->followed = r->me.id && followed;
	return RT_OK;
}

/* Picks the first page of own posts from the window on the classic list. */
static enum rt_err pick_own(struct rt *rt, struct arena *a, struct look *l,
			    uint64_t id, int64_t *older)
{
	uint64_t *author = arena_alloc(a, l->ids.n * sizeof *author);
	struct rt_pipe p;
	size_t seen, own = 0;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	for (size_t i = 0; i < l->ids.n; i++)
		rt_pipe_u64(&p, &author[i], "HGET " KEY_POST " user_id",
			    l->ids.v[i]);
	if ((err = rt_pipe_end(&p)))
		return err;
	for (seen = 0; seen < l->ids.n && seen < CLASSIC_WINDOW; seen++) {
		if (own == RT_PAGE)
			break;
		if (author[seen] == id)
			l->ids.v[own++] = l->ids.v[seen];
	}
	*older = seen < l->ids.n ? l->start + (int64_t)seen : 0;
	l->ids.n = own;
	return RT_OK;
}

static enum rt_err read_posts(struct rt *rt, struct arena *a, struct look *l,
			      struct rt_profile *r)
{
	uint64_t since = 0;
	struct post_load load;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	rt_pipe_u64(&p, &since, "ZSCORE " KEY_BY_TIME " %s", r->user.name);
	posts_ask(&p, &load, l->ids);
	if ((err = rt_pipe_end(&p)))
		return err;
	r->since = (time_t)since;
	return posts_take(rt, a, &load, &r->posts);
}

enum rt_err rt_profile(struct rt *rt, struct arena *a, const char *secret,
		       const char *name, int64_t start,
		       struct rt_profile *profile)
{
	struct look l = { .start = start };
	struct rt_profile r = { 0 };
	enum rt_err err = RT_OK;

	if ((err = find_member(rt, a, &l, secret, name)) ||
	    (err = read_member(rt, a, &l, &r)))
		return err;
	if (!r.user.id) {
		*profile = (struct rt_profile){ .me = r.me };
		return RT_OK;
	}
	if (l.layout)
		r.older = posts_page_cut(&l.ids, start, RT_PAGE);
	else
		err = pick_own(rt, a, &l, r.user.id, &r.older);
	if (err || (err = read_posts(rt, a, &l, &r)))
		return err;
	*profile = r;
	return RT_OK;
}
