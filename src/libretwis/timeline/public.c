/* The public timeline: the newest posts of everybody. */
#include "libretwis/member/last.h"
#include "libretwis/post/posts.h"
#include "libretwis/post/trend.h"

enum rt_err rt_public(struct rt *rt, struct arena *a, const char *secret,
		      struct rt_public *public)
{
	struct rt_public r = { 0 };
	struct rt_ids ids = { 0 };
	struct post_load l;
	struct session s;
	struct trend t;
	struct rt_pipe p;
	enum rt_err err;

	r.newest = arena_alloc(a, RT_NEWEST * sizeof *r.newest);
	rt_pipe_look(&p, rt, a);
	session_look(&p, &s, secret);
	session_check(&p, &s);
	rt_pipe_strs(&p, r.newest, RT_NEWEST, "ZREVRANGE " KEY_BY_TIME " 0 %d",
		     RT_NEWEST - 1);
	rt_pipe_ids(&p, &ids, "LRANGE " KEY_TIMELINE " 0 %d", RT_TIMELINE - 1);
	trend_look(&p, &t);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_look(&p, rt, a);
	session_check(&p, &s);
	posts_ask(&p, &l, s.id, ids);
	trend_refill(&p, &t);
	last_note(&p, &s);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_look(&p, rt, a);
	posts_ask_rest(&p, &l);
	trend_keep(&p, &t);
	if ((err = rt_pipe_end(&p)))
		return err;
	posts_pick_all(a, &l, &r.posts);
	r.trending = trend_take(a, &t);
	r.newest_post = ids.n ? ids.v[0] : 0;
	r.me = session_user(&s);
	*public = r;
	return RT_OK;
}
