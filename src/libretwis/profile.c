/* A member's own posts. */
#include "libretwis/ids.h"
#include "libretwis/member.h"
#include "libretwis/post.h"

#define CLASSIC_WINDOW 300

/* A profile on its way out of Redis. */
struct look {
	struct member member;
	const char *layout;
	struct rt_ids ids;
	int64_t start;
};

static enum rt_err find_member(struct rt *rt, struct arena *a, struct look *l,
			       const char *secret, const char *name)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	member_look(&p, &l->member, secret, name);
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

static enum rt_err read_member(struct rt *rt, struct arena *a, struct look *l)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	member_ask(&p, &l->member);
	ask_ids(&p, l, l->member.id);
	return rt_pipe_end(&p);
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
	struct post_load load;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	member_finish(&p, &l->member);
	posts_ask(&p, &load, l->ids);
	if ((err = rt_pipe_end(&p)))
		return err;
	r->member = member_take(a, &l->member);
	return posts_take(rt, a, &load, &r->posts);
}

enum rt_err rt_profile(struct rt *rt, struct arena *a, const char *secret,
		       const char *name, int64_t start,
		       struct rt_profile *profile)
{
	struct look l = { .start = start };
	struct rt_profile r = { 0 };
	enum rt_err err;

	if ((err = find_member(rt, a, &l, secret, name)) ||
	    (err = read_member(rt, a, &l)))
		return err;
	r.me = session_user(&l.member.visitor);
	if (!member_exists(&l.member)) {
		*profile = r;
		return RT_OK;
	}
	if (l.layout)
		r.older = ids_page_cut(&l.ids, start, RT_PAGE);
	else
		err = pick_own(rt, a, &l, l.member.id, &r.older);
	if (err || (err = read_posts(rt, a, &l, &r)))
		return err;
	*profile = r;
	return RT_OK;
}
