#include "libretwis/post/count.h"

#include "libretwis/post/count_set.lua.h"
#include "schema/key.h"

/*
 * Two requests that change a length at the same time need two attempts.  If it
 * still changes after five, then the request that changed it last copies it.
 */
#define ATTEMPTS 5

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
	rt_pipe_u64(p, &c->copied, "EVAL %s 1 " KEY_POST " %s " ID,
		    COUNT_SET_LUA, c->post, count_field[c->what], c->n);
	rt_pipe_lenient(p);
}

/*
 * `changed`: a length is no longer what was copied, so try again.  The lengths
 * are read after they are copied, because a read before that would miss a
 * change in between.
 */
static enum rt_err counts_copy_once(struct rt *rt, struct arena *a,
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
		*changed |= c[i].copied && now[i] != c[i].n;
		c[i].n = now[i];
	}
	return RT_OK;
}

enum rt_err counts_copy(struct rt *rt, struct arena *a, struct counted *c,
			size_t n)
{
	bool changed = true;
	enum rt_err err = RT_OK;

	for (int attempt = 0; !err && changed && attempt < ATTEMPTS; attempt++)
		err = counts_copy_once(rt, a, c, n, &changed);
	return err;
}

enum rt_err count_copy(struct rt *rt, struct arena *a, enum count what,
		       uint64_t post, uint64_t n)
{
	struct counted c = { .what = what, .post = post, .n = n };
	enum rt_err err = counts_copy(rt, a, &c, 1);

	return err || c.copied ? err : RT_NOT_FOUND;
}
