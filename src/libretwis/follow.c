/*
 * Follows.  `following:` comes first: cut off between the two, the member
 * sees "following" and pressing the button again finishes it.
 */
#include "libretwis/gate.h"
#include "libretwis/home.h"
#include "libretwis/live.h"
#include "libretwis/notice.h"

static enum rt_err check_rate(struct rt *rt, struct arena *a, uint64_t me)
{
	struct gate gate;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	gate_ask_member(&p, &gate, RT_RATE_FOLLOW, me);
	err = rt_pipe_end(&p);
	return err ? err : gate_check(rt, &gate);
}

enum rt_err rt_follow(struct rt *rt, struct arena *a, uint64_t me,
		      uint64_t whom)
{
	long long now = time(NULL);
	struct rt_pipe p;
	enum rt_err err;

	if ((err = check_rate(rt, a, me)))
		return err;
	rt_pipe_begin(&p, rt, a);
	rt_pipe(&p, "ZADD " KEY_FOLLOWING " NX %lld " ID, me, now, whom);
	rt_pipe(&p, "ZADD " KEY_FOLLOWERS " NX %lld " ID, whom, now, me);
	notice_tell(&p, whom, RT_NOTICE_FOLLOW, 0, me);
	err = rt_pipe_end(&p);
	if (!err && whom != me)
		live_tell_now(rt, a, whom);
	return err ? err : home_forget(rt, a, me);
}

/*
 * The timeline goes before, too: cut off after the follow is gone it would show
 * for a month who is followed no more, and nobody could tell.
 */
enum rt_err rt_unfollow(struct rt *rt, struct arena *a, uint64_t me,
			uint64_t whom)
{
	struct rt_pipe p;
	enum rt_err err;

	if ((err = home_forget(rt, a, me)))
		return err;
	rt_pipe_begin(&p, rt, a);
	rt_pipe(&p, "ZREM " KEY_FOLLOWING " " ID, me, whom);
	rt_pipe(&p, "ZREM " KEY_FOLLOWERS " " ID, whom, me);
	notice_drop(&p, whom, RT_NOTICE_FOLLOW, 0, me);
	err = rt_pipe_end(&p);
	return err ? err : home_forget(rt, a, me);
}
