#include "libretwis/post/thread.h"

#include "libretwis/post/count.h"
#include "libretwis/post/thread_append.lua.h"
#include "schema/key.h"

void thread_push(struct rt_pipe *p, uint64_t parent, uint64_t reply,
		 enum push_look look, uint64_t *replies)
{
	if (!parent)
		return;
	rt_pipe(p, "EVAL %s 1 " KEY_REPLIES " " ID " %d", THREAD_APPEND_LUA,
		parent, reply, look);
	count_queue(p, COUNT_REPLIES, parent, replies);
}

enum rt_err thread_count(struct rt *rt, struct arena *a, uint64_t parent,
			 uint64_t reply, uint64_t replies)
{
	enum rt_err err;

	if (!parent)
		return RT_OK;
	err = count_copy(rt, a, COUNT_REPLIES, parent, replies);
	if (err != RT_NOT_FOUND)
		return err;
	/*
	 * The parent was deleted at this very moment.  The reply stays with
	 * its author, but must not stay in a list that nobody would ever
	 * delete.
	 */
	return rt_do(rt, a, "LREM " KEY_REPLIES " 0 " ID, parent, reply);
}

enum rt_err thread_add(struct rt *rt, struct arena *a, uint64_t parent,
		       uint64_t reply)
{
	uint64_t replies = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	thread_push(&p, parent, reply, PUSH_FAR, &replies);
	err = rt_pipe_end(&p);
	return err ? err : thread_count(rt, a, parent, reply, replies);
}
