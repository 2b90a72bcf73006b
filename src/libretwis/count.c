#include "libretwis/count.h"

/* Two who count at once are done in two rounds. */
#define ROUNDS 5

#define SET_COUNT                                                             \
	RT_SCRIPT_FREES                                                       \
	"if redis.call('HEXISTS', KEYS[1], 'user_id') == 0 then return 0 "    \
	"end redis.call('HSET', KEYS[1], ARGV[1], ARGV[2]) return 1"

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

void count_tell(struct rt_pipe *p, enum count what, uint64_t post, uint64_t n,
		uint64_t *kept)
{
	static uint64_t unused;

	rt_pipe_u64(p, kept ? kept : &unused, "EVAL %s 1 " KEY_POST " %s " ID,
		    SET_COUNT, post, field[what], n);
}

enum rt_err count_copy(struct rt *rt, struct arena *a, enum count what,
		       uint64_t post, uint64_t n)
{
	for (int round = 0; round < ROUNDS; round++) {
		uint64_t now = 0, kept = 0;
		struct rt_pipe p;
		enum rt_err err;

		rt_pipe_begin(&p, rt, a);
		count_tell(&p, what, post, n, &kept);
		count_ask(&p, what, post, &now);
		if ((err = rt_pipe_end(&p)))
			return err;
		if (!kept)
			return RT_NOT_FOUND;
		if (now == n)
			return RT_OK;
		n = now;
	}
	return RT_OK;
}
