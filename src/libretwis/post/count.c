#include "libretwis/post/count.h"

#include "libretwis/post/count_set.lua.h"
#include "schema/key.h"

/*
 * Two requests that change a length at once are done in two rounds.  If it
 * still changes after five, the request that changes it will copy it.
 */
#define ROUNDS 5

const char *const count_field[COUNTS] = {
	[COUNT_REPLIES] = "replies",
	[COUNT_LIKES] = "likes",
	[COUNT_REPOSTS] = "reposts",
};

void count_queue(struct rt_pipe *p, enum count what, uint64_t post,
		 uint64_t *n)
{
	switch (what) {
	case COUNT_REPLIES:
		rt_pipe_u64(p, n, "LLEN " KEY_REPLIES, post);
		break;
	case COUNT_LIKES:
		rt_pipe_u64(p, n, "ZCARD " KEY_LIKES, post);
		break;
	case COUNT_REPOSTS:
		rt_pipe_u64(p, n, "ZCARD " KEY_REPOSTS, post);
		break;
	}
	rt_pipe_lenient(p);
}

static void count_set(struct rt_pipe *p, struct counted *c)
{
	rt_pipe_u64(p, &c->kept, "EVAL %s 1 " KEY_POST " %s " ID,
		    COUNT_SET_LUA, c->post, count_field[c->what], c->n);
	rt_pipe_lenient(p);
}

/*
 * `changed`: a length has moved since it was asked for, so go round again.  The
 * request that sets a number last must ask behind that, or would miss a change
 * just before.
 */
static enum rt_err counts_round(struct rt *rt, struct arena *a,
				struct counted *c, size_t n, bool *changed)
{
	uint64_t *now = arena_alloc(a, n * sizeof *now);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	for (size_t i = 0; i < n; i++)
		if (c[i].post)
			count_set(&p, &c[i]);
	rt_pipe_then(&p);
	for (size_t i = 0; i < n; i++)
		if (c[i].post)
			count_queue(&p, c[i].what, c[i].post, &now[i]);
	if ((err = rt_pipe_end(&p)))
		return err;
	*changed = false;
	for (size_t i = 0; i < n; i++) {
		*changed |= c[i].kept && now[i] != c[i].n;
		c[i].n = now[i];
	}
	return RT_OK;
}

enum rt_err counts_copy(struct rt *rt, struct arena *a, struct counted *c,
			size_t n)
{
	bool changed = true;
	enum rt_err err = RT_OK;

	for (int round = 0; !err && changed && round < ROUNDS; round++)
		err = counts_round(rt, a, c, n, &changed);
	return err;
}

enum rt_err count_copy(struct rt *rt, struct arena *a, enum count what,
		       uint64_t post, uint64_t n)
{
	struct counted c = { .what = what, .post = post, .n = n };
	enum rt_err err = counts_copy(rt, a, &c, 1);

	return err || c.kept ? err : RT_NOT_FOUND;
}
