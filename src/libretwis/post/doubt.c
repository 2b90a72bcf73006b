#include "libretwis/post/doubt.h"

#include <string.h>

#include "libretwis/post/deliver_once.lua.h"
#include "schema/key.h"

void doubt_add(struct doubts *d, const char *score, struct doubt doubt)
{
	if (score &&
	    (strcmp(score, "inf") == 0 || rt_u64(score) >= doubt.post))
		d->v[d->n++] = doubt;
}

enum rt_err doubt_settle(struct rt *rt, struct arena *a, struct doubts *d)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	for (struct doubt *one = d->v; one < d->v + d->n; one++)
		rt_pipe_str(&p, &one->follows, "ZSCORE " KEY_FOLLOWERS " " ID,
			    one->author, one->fan);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin_lenient(&p, rt, a);
	for (const struct doubt *one = d->v; one < d->v + d->n; one++)
		if (one->follows)
			rt_pipe(&p, "EVAL %s 1 " KEY_POSTS " " ID,
				DELIVER_ONCE_LUA, one->fan, one->post);
		else
			rt_pipe(&p, "LREM " KEY_POSTS " 0 " ID, one->fan,
				one->post);
	return rt_pipe_end(&p);
}
