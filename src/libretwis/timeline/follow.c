/*
 * Follows.
 *
 * `followers:` comes first, where the worker looks whom to serve.  `following:`
 * comes last, for the member sees that one: if we are cut off between the two,
 * the button still says Follow, and pressing it again finishes the work.
 *
 * These are all the commands of the page, in their order, each with the file
 * that sends it.  Where a line is empty the page waits for the replies.  A mark
 * at the end says when: the cookie is one of PHP Retwis (old), or ours; to
 * follow (follow), or to stop (unfollow); the member's home timeline was there.
 * home.c tells what the other marks mean.
 *
 * POST /follow:
 *
 *   # Who asks?
 *   GET layout                                    site/layout.c         old
 *   HGET auths SECRET                             member/session.c      old
 *
 *   GET layout                                    site/layout.c         ours
 *   HMGET user:ME username auth ...               member/session.c
 *   HGET sessions:ME DIGEST                       member/device.c
 *
 *   # Whom does the member follow?
 *   HMGET user:WHOM username standing             member/user.c
 *
 *   HGET users NAME                               member/user.c
 *
 *   # Not too often, please.
 *   EVAL limit_count.lua limit:follow:ME 100 600  patterns/limit.c      follow
 *
 *   UNLINK posts:ME                               timeline/home_list.c  unfollow
 *   ZADD followers:WHOM NX SCORE ME               timeline/follow.c     follow
 *   ZADD following:ME NX SCORE WHOM               timeline/follow.c     follow
 *   ZREM followers:WHOM ME                        timeline/follow.c     unfollow
 *   ZREM following:ME WHOM                        timeline/follow.c     unfollow
 *   UNLINK posts:ME                               timeline/home_list.c
 *   EVAL notice_tell.lua notices:WHOM ...         member/notice.c       follow
 *   ZREM notices:WHOM follow 0 ME                 member/notice.c       unfollow
 *
 *   PUBLISH live:WHOM look                        member/notify.c       follow
 *
 *   # The home timeline was there, and is made again.
 *   SET lock:{posts:ME} TOKEN NX PX 5000          patterns/lock.c       there
 *
 *   EXISTS posts:ME                               timeline/rebuild.c    there
 *
 *   ZREVRANGE following:ME 0 9999                 timeline/gather.c     there
 *
 *   LRANGE own:ANY 0 49                           timeline/gather.c     there +
 *
 *   LRANGE own:ANY 40 999                         timeline/gather.c     busy +
 *
 *   EVAL rebuild_store.lua posts:ME ...           timeline/rebuild.c    there
 *
 *   # What was posted, and who was followed, while it was made?
 *   ZREVRANGE following:ME 0 9999                 timeline/gather.c     there
 *   LRANGE own:ANY 0 49                           timeline/gather.c     there +
 *
 *   EVAL rebuild_finish.lua posts:ME ...          timeline/rebuild.c    there
 *
 *   PUBLISH live:ME look                          member/notify.c       there
 *
 * So it is in a database that was adopted, with the limits that Retwis comes
 * with.
 *
 * tests/pages/commands.test.mjs compares this list with what MONITOR shows.
 */
#include "base/clock.h"
#include "libretwis/member/rate_limit.h"
#include "libretwis/member/notify.h"
#include "libretwis/member/notice.h"
#include "libretwis/site/layout.h"
#include "libretwis/timeline/home_list.h"
#include "schema/key.h"

/* What we ask before we write: is it too often, and is posts:ID a cache? */
struct press {
	struct gate gate;
	const char *layout;
};

static enum rt_err follow_read(struct rt *rt, struct arena *a, uint64_t me,
			       bool is_follow, struct press *press)
{
	struct rt_pipe p;
	enum rt_err err;

	*press = (struct press){ 0 };
	rt_pipe_begin(&p, rt, a);
	if (is_follow)
		gate_queue_member(&p, &press->gate, RT_RATE_FOLLOW, me);
	layout_queue(&p, &press->layout);
	err = rt_pipe_end(&p);
	return err ? err : gate_check(rt, &press->gate);
}

enum rt_err rt_follow(struct rt *rt, struct arena *a, uint64_t me,
		      uint64_t whom)
{
	const char *now = clock_score(a);
	uint64_t dropped = 0;
	struct press press;
	struct rt_pipe p;
	enum rt_err err;

	if ((err = follow_read(rt, a, me, true, &press)))
		return err;
	rt_pipe_begin(&p, rt, a);
	rt_pipe(&p, "ZADD " KEY_FOLLOWERS " NX %s " ID, whom, now, me);
	rt_pipe_then(&p);
	rt_pipe(&p, "ZADD " KEY_FOLLOWING " NX %s " ID, me, now, whom);
	/* A page that makes the timeline after it goes finds the follow. */
	rt_pipe_then(&p);
	home_list_drop(&p, me, press.layout, &dropped);
	notice_add(&p, whom, RT_NOTICE_FOLLOW, 0, me);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (whom != me)
		notify_member_now(rt, a, whom);
	if (dropped)
		home_list_renew(rt, a, me);
	return RT_OK;
}

/*
 * Drops the home timeline before, too, and not only after.  Cut off once the
 * follow is gone, the timeline would go on showing this member for a month,
 * and nothing would tell that it should not.
 */
enum rt_err rt_unfollow(struct rt *rt, struct arena *a, uint64_t me,
			uint64_t whom)
{
	uint64_t before = 0, after = 0;
	struct press press;
	struct rt_pipe p;
	enum rt_err err;

	if ((err = follow_read(rt, a, me, false, &press)))
		return err;
	rt_pipe_begin_lenient(&p, rt, a);
	home_list_drop(&p, me, press.layout, &before);
	rt_pipe(&p, "ZREM " KEY_FOLLOWERS " " ID, whom, me);
	rt_pipe_then(&p);
	rt_pipe(&p, "ZREM " KEY_FOLLOWING " " ID, me, whom);
	rt_pipe_then(&p);
	home_list_drop(&p, me, press.layout, &after);
	notice_drop(&p, whom, RT_NOTICE_FOLLOW, 0, me);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (before || after)
		home_list_renew(rt, a, me);
	return RT_OK;
}
