/*
 * The post that a member has pinned to the top of the profile.  If it is
 * deleted, the profile shows none: nothing has to be taken back.
 */
#include "libretwis/post/pin_drop.lua.h"
#include "libretwis/post/pin_set.lua.h"
#include "libretwis/post/target.h"
#include "schema/key.h"

enum rt_err rt_pin(struct rt *rt, struct arena *a, const struct rt_user *me,
		   uint64_t post)
{
	uint64_t author, is_set = 0;
	struct target target;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	target_queue(&p, &target, post);
	if ((err = rt_pipe_end(&p)))
		return err;
	author = target_author(&target);
	if (!author || target_is_gone(&target))
		return RT_NOT_FOUND;
	if (author != me->id)
		return RT_DENIED;
	err = rt_read_u64(rt, a, &is_set, "EVAL %s 1 " KEY_USER " " ID,
			  PIN_SET_LUA, me->id, post);
	return err || is_set ? err : RT_NOT_FOUND;
}

enum rt_err rt_unpin(struct rt *rt, struct arena *a, const struct rt_user *me,
		     uint64_t post)
{
	return rt_do(rt, a, "EVAL %s 1 " KEY_USER " " ID, PIN_DROP_LUA, me->id,
		     post);
}
