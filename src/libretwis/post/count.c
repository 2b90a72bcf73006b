#include "libretwis/post/count.h"

/* Two who count at once are done in two rounds. */
#define ROUNDS 5

/* A number that is 0 from the beginning takes no field. */
#define SET_COUNT                                                             \
	RT_SCRIPT_FREES                                                       \
	"local post, field, n = KEYS[1], ARGV[1], ARGV[2] "                   \
	"local is = redis.call('HMGET', post, 'user_id', 'gone', field) "     \
	"if not is[1] or is[2] then return 0 end "                            \
	"if is[3] or n ~= '0' then redis.call('HSET', post, field, n) end "   \
	"return 1"

static const char *const field[] = {
	[COUNT_REPLIES] = "replies",
	[COUNT_LIKES] = "likes",
	[COUNT_REPOSTS] = "reposts",
};

void count_ask(struct rt_pipe *p, enum count what, uint64_t post, uint64_t *n)
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
}

static void tell(struct rt_pipe *p, struct counted *c)
{
	rt_pipe_u64(p, &c->kept, "EVAL %s 1 " KEY_POST " %s " ID, SET_COUNT,
		    c->post, field[c->what], c->n);
}

/* One round; tells whether another one is needed. */
static enum rt_err copy(struct rt *rt, struct arena *a, struct counted *c,
			size_t n, bool *changed)
{
	uint64_t *now = arena_alloc(a, n * sizeof *now);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	for (size_t i = 0; i < n; i++) {
		if (!c[i].post)
			continue;
		tell(&p, &c[i]);
		count_ask(&p, c[i].what, c[i].post, &now[i]);
	}
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
		err = copy(rt, a, c, n, &changed);
	return err;
}

enum rt_err count_copy(struct rt *rt, struct arena *a, enum count what,
		       uint64_t post, uint64_t n)
{
	struct counted c = { .what = what, .post = post, .n = n };
	enum rt_err err = counts_copy(rt, a, &c, 1);

	return err || c.kept ? err : RT_NOT_FOUND;
}
