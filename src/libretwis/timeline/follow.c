/*
 * Follows.  `followers:` comes first, of which the worker knows whom to serve,
 * and `following:`, which the member sees, at last: cut off between the two the
 * button is still there, and pressing it again finishes it.
 */
#include "libretwis/member/gate.h"
#include "libretwis/member/hint.h"
#include "libretwis/member/notice.h"
#include "libretwis/redis/layout.h"
#include "libretwis/timeline/home.h"

/* What is to be known before. */
struct press {
	struct gate gate;
	const char *layout;
};

static enum rt_err look(struct rt *rt, struct arena *a, uint64_t me,
			bool is_follow, struct press *press)
{
	struct rt_pipe p;
	enum rt_err err;

	*press = (struct press){ 0 };
	rt_pipe_begin(&p, rt, a);
	if (is_follow)
		gate_ask_member(&p, &press->gate, RT_RATE_FOLLOW, me);
	layout_ask(&p, &press->layout);
	err = rt_pipe_end(&p);
	return err ? err : gate_check(rt, &press->gate);
}

enum rt_err rt_follow(struct rt *rt, struct arena *a, uint64_t me,
		      uint64_t whom)
{
	long long now = time(NULL);
	uint64_t dropped = 0;
	struct press press;
	struct rt_pipe p;
	enum rt_err err;

	if ((err = look(rt, a, me, true, &press)))
		return err;
	rt_pipe_begin(&p, rt, a);
	rt_pipe(&p, "ZADD " KEY_FOLLOWERS " NX %lld " ID, whom, now, me);
	rt_pipe(&p, "ZADD " KEY_FOLLOWING " NX %lld " ID, me, now, whom);
	home_drop(&p, me, press.layout, &dropped);
	notice_tell(&p, whom, RT_NOTICE_FOLLOW, 0, me);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (whom != me)
		hint_member_now(rt, a, whom);
	if (dropped)
		home_renew(rt, a, me);
	return RT_OK;
}

/*
 * The timeline goes before, too: cut off after the follow is gone it would show
 * for a month who is followed no more, and nobody could tell.
 */
enum rt_err rt_unfollow(struct rt *rt, struct arena *a, uint64_t me,
			uint64_t whom)
{
	uint64_t before = 0, after = 0;
	struct press press;
	struct rt_pipe p;
	enum rt_err err;

	if ((err = look(rt, a, me, false, &press)))
		return err;
	rt_pipe_begin(&p, rt, a);
	home_drop(&p, me, press.layout, &before);
	rt_pipe(&p, "ZREM " KEY_FOLLOWERS " " ID, whom, me);
	rt_pipe(&p, "ZREM " KEY_FOLLOWING " " ID, me, whom);
	home_drop(&p, me, press.layout, &after);
	notice_drop(&p, whom, RT_NOTICE_FOLLOW, 0, me);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (before || after)
		home_renew(rt, a, me);
	return RT_OK;
}
