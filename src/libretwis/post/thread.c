#include "libretwis/post/thread.h"

#include "libretwis/post/count.h"
#include "libretwis/post/thread_append.lua.h"

enum rt_err thread_add(struct rt *rt, struct arena *a, uint64_t parent,
		       uint64_t reply)
{
	uint64_t count = 0;
	struct rt_pipe p;
	enum rt_err err;

	if (!parent)
		return RT_OK;
	rt_pipe_begin(&p, rt, a);
	rt_pipe(&p, "EVAL %s 1 " KEY_REPLIES " " ID, THREAD_APPEND_LUA, parent,
		reply);
	count_ask(&p, COUNT_REPLIES, parent, &count);
	if ((err = rt_pipe_end(&p)))
		return err;
	err = count_copy(rt, a, COUNT_REPLIES, parent, count);
	if (err != RT_NOT_FOUND)
		return err;
	/*
	 * The parent was deleted at this very moment.  The reply stays with
	 * its author, but must not stay in a list that nobody would ever
	 * delete.
	 */
	return rt_do(rt, a, "LREM " KEY_REPLIES " 0 " ID, parent, reply);
}
