#include "libretwis/post/thread.h"

#include "libretwis/post/count.h"

/* Puts `ARGV[1]` at the end of a list unless it is among the last there. */
#define APPEND_ONCE                                                           \
	"if not redis.call('LPOS', KEYS[1], ARGV[1], 'RANK', -1, "            \
	"'MAXLEN', 1000) then redis.call('RPUSH', KEYS[1], ARGV[1]) end"

enum rt_err thread_add(struct rt *rt, struct arena *a, uint64_t parent,
		       uint64_t reply)
{
	uint64_t count = 0;
	struct rt_pipe p;
	enum rt_err err;

	if (!parent)
		return RT_OK;
	rt_pipe_begin(&p, rt, a);
	rt_pipe(&p, "EVAL %s 1 " KEY_REPLIES " " ID, APPEND_ONCE, parent,
		reply);
	count_ask(&p, COUNT_REPLIES, parent, &count);
	if ((err = rt_pipe_end(&p)))
		return err;
	err = count_copy(rt, a, COUNT_REPLIES, parent, count);
	if (err != RT_NOT_FOUND)
		return err;
	/* A reply to what was deleted in this very moment stays, in no list. */
	rt_pipe_begin(&p, rt, a);
	rt_pipe(&p, "LREM " KEY_REPLIES " 0 " ID, parent, reply);
	return rt_pipe_end(&p);
}
