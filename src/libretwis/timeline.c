/* The two timelines: a member's own, and everybody's. */
#include "libretwis/ids.h"
#include "libretwis/post.h"
#include "libretwis/session.h"

enum rt_err rt_home(struct rt *rt, struct arena *a, const char *secret,
		    int64_t start, struct rt_home *home)
{
	struct rt_home h = { 0 };
	struct rt_ids ids = { 0 };
	struct session s;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	session_look(&p, &s, secret);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (!s.id) {
		*home = h;
		return RT_OK;
	}
	rt_pipe_begin(&p, rt, a);
	session_check(&p, &s);
	rt_pipe_u64(&p, &h.followers, "ZCARD " KEY_FOLLOWERS, s.id);
	rt_pipe_u64(&p, &h.following, "ZCARD " KEY_FOLLOWING, s.id);
	rt_pipe_ids(&p, &ids, "LRANGE " KEY_POSTS " %lld %lld", s.id,
		    (long long)start, (long long)start + RT_PAGE);
	if ((err = rt_pipe_end(&p)))
		return err;
	h.me = session_user(&s);
	h.older = ids_page_cut(&ids, start, RT_PAGE);
	if (h.me.id && (err = posts_load(rt, a, ids, &h.posts)))
		return err;
	/* Who is not the owner learns no count of the owner's either. */
	*home = h.me.id ? h : (struct rt_home){ 0 };
	return RT_OK;
}

enum rt_err rt_public(struct rt *rt, struct arena *a, const char *secret,
		      struct rt_public *public)
{
	struct rt_public r = { 0 };
	struct rt_ids ids = { 0 };
	struct post_load l;
	struct session s;
	struct rt_pipe p;
	enum rt_err err;

	r.newest = arena_alloc(a, RT_NEWEST * sizeof *r.newest);
	rt_pipe_begin(&p, rt, a);
	session_look(&p, &s, secret);
	rt_pipe_strs(&p, r.newest, RT_NEWEST, "ZREVRANGE " KEY_BY_TIME " 0 %d",
		     RT_NEWEST - 1);
	rt_pipe_ids(&p, &ids, "LRANGE " KEY_TIMELINE " 0 %d", RT_TIMELINE - 1);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin(&p, rt, a);
	session_check(&p, &s);
	posts_ask(&p, &l, ids);
	if ((err = rt_pipe_end(&p)) || (err = posts_take(rt, a, &l, &r.posts)))
		return err;
	r.me = session_user(&s);
	*public = r;
	return RT_OK;
}
