/*
 * Following and unfollowing.
 *
 * `followers:`, from which workers deliver, is written first.  `following:` is
 * written last, because it decides what the member sees: if we are cut off
 * between the two, the button still says Follow, and pressing it again
 * finishes the work.
 *
 * These are all the commands of the page, in order, each with the file that
 * sends it.  At an empty line the page waits for the replies.  A mark at the
 * end says when the command is sent: if the cookie is from PHP Retwis (old),
 * or ours (ours); when the member follows (follow) or unfollows (unfollow), and
 * then if it is somebody who was not followed (stray); and if the member's home
 * timeline was there (there).  home.c explains the other marks.
 *
 * POST /follow:
 *
 *   # Whose cookie is it?
 *   GET layout                                    site/layout.c         old
 *   HGET auths SECRET                             member/session.c      old
 *
 *   GET layout                                    site/layout.c         ours
 *   HMGET user:ME username auth ...               member/session.c
 *   HGET sessions:ME DIGEST                       member/session.c
 *
 *   # Who is to be followed?
 *   HMGET user:WHOM username standing             member/user.c
 *
 *   HGET users NAME                               member/user.c
 *
 *   # Has the member followed too many in the last minutes, or has one of the
 *   # two blocked the other?
 *   EVAL limit_count.lua limit:follow:ME 100 600  patterns/limit.c      follow
 *   ZSCORE quiet:WHOM ME                          member/quiet.c        follow
 *   ZSCORE quiet:ME WHOM                          member/quiet.c        follow
 *   ZSCORE following:ME WHOM                      timeline/follow.c     unfollow
 *
 *   EVAL limit_count.lua limit:follow:ME 100 600  patterns/limit.c      stray
 *
 *   UNLINK posts:ME                               timeline/home_list.c  unfollow
 *   ZADD followers:WHOM NX SCORE ME               timeline/follow.c     follow
 *   ZADD following:ME NX SCORE WHOM               timeline/follow.c     follow
 *   ZREM followers:WHOM ME                        timeline/follow.c     unfollow
 *   ZREM following:ME WHOM                        timeline/follow.c     unfollow
 *   UNLINK posts:ME                               timeline/home_list.c
 *   ZCARD following:ME                            timeline/follow.c
 *   EVAL notice_tell.lua notices:WHOM ...         member/notice.c       follow
 *   ZSCORE quiet:WHOM ME                          member/quiet.c        follow
 *   ZSCORE quiet:ME WHOM                          member/quiet.c        follow
 *   ZREM notices:WHOM follow 0 ME                 member/notice.c       unfollow
 *
 *   PUBLISH live:WHOM look                        member/notify.c       follow
 *
 *   # The home timeline was there, and is rebuilt.
 *   SET lock:{posts:ME} TOKEN NX PX 5000          patterns/lock.c       there
 *
 *   EXISTS posts:ME                               timeline/rebuild.c    there
 *
 *   ZREVRANGE following:ME 0 9999                 timeline/rebuild.c    there
 *
 *   LRANGE own:ANY 0 49                           timeline/rebuild.c    there +
 *
 *   LRANGE own:ANY 40 999                         timeline/rebuild.c    busy +
 *
 *   EVAL home_store.lua posts:ME ...              timeline/rebuild.c    there
 *
 *   # Who was followed, and what was posted, in the meantime?
 *   ZREVRANGE following:ME 0 9999                 timeline/rebuild.c    there
 *   LRANGE own:ANY 0 49                           timeline/rebuild.c    there +
 *
 *   EVAL home_finish.lua posts:ME ...             timeline/rebuild.c    there
 *
 *   PUBLISH live:ME look                          member/notify.c       there
 *
 * This is for an adopted database with the default limits, and a member who
 * does not follow very many.
 *
 * tests/pages/commands.test.mjs compares this list with what MONITOR shows.
 */
#include "libretwis/timeline/follow.h"

#include "base/clock.h"
#include "libretwis/member/quiet.h"
#include "libretwis/member/rate_limit.h"
#include "libretwis/member/notify.h"
#include "libretwis/member/notice.h"
#include "libretwis/site/layout.h"
#include "libretwis/timeline/home_list.h"
#include "schema/key.h"

/* What has to be read first: the limit, and whether posts:ID is a cache. */
struct follow_check {
	struct rate_limit limit;
	const char *layout;
	const char *since;         /* following WHOM; NULL: not at all */
	const char *mine, *theirs; /* whether one mutes or blocks the other */
};

static void follow_queue_quiet(struct rt_pipe *p, struct follow_check *check,
			       uint64_t me, uint64_t whom)
{
	quiet_queue_one(p, &check->theirs, whom, me);
	quiet_queue_one(p, &check->mine, me, whom);
}

/* Whoever blocks a member can't follow that member either. */
static bool follow_is_refused(const struct follow_check *check)
{
	return quiet_refuses(check->theirs) || quiet_refuses(check->mine);
}

/* `whom` is 0 if nobody is to be followed. */
static enum rt_err follow_read(struct rt *rt, struct arena *a, uint64_t me,
			       uint64_t whom, struct follow_check *check)
{
	struct rt_pipe p;
	enum rt_err err;

	*check = (struct follow_check){ 0 };
	rt_pipe_begin(&p, rt, a);
	rate_limit_queue_member(&p, &check->limit, RT_RATE_FOLLOW, me);
	layout_queue(&p, &check->layout);
	follow_queue_quiet(&p, check, me, whom);
	if ((err = rt_pipe_end(&p)) ||
	    (err = rate_limit_check(rt, &check->limit)))
		return err;
	return follow_is_refused(check) ? RT_BLOCKED : RT_OK;
}

/*
 * Whoever follows somebody may always stop.  But a form for somebody who isn't
 * followed costs a timeline, too, and could be sent again and again, so it
 * counts as one that follows.
 */
static enum rt_err follow_read_stop(struct rt *rt, struct arena *a,
				    uint64_t me, uint64_t whom,
				    struct follow_check *check)
{
	struct rt_pipe p;
	enum rt_err err;

	*check = (struct follow_check){ 0 };
	rt_pipe_begin(&p, rt, a);
	rt_pipe_str(&p, &check->since, "ZSCORE " KEY_FOLLOWING " " ID, me,
		    whom);
	layout_queue(&p, &check->layout);
	err = rt_pipe_end(&p);
	return err || check->since ? err : follow_read(rt, a, me, 0, check);
}

/*
 * A block is written before it ends the follows, and we look for it after we
 * have written ours.  So one of the two sees the other.
 */
enum rt_err rt_follow(struct rt *rt, struct arena *a, uint64_t me,
		      uint64_t whom)
{
	const char *now = clock_score(a);
	uint64_t dropped = 0, follows = 0;
	struct follow_check check;
	struct rt_pipe p;
	enum rt_err err;

	if ((err = follow_read(rt, a, me, whom, &check)))
		return err;
	rt_pipe_begin(&p, rt, a);
	rt_pipe(&p, "ZADD " KEY_FOLLOWERS " NX %s " ID, whom, now, me);
	rt_pipe_then(&p);
	rt_pipe(&p, "ZADD " KEY_FOLLOWING " NX %s " ID, me, now, whom);
	/*
	 * A page that rebuilds the timeline after that finds the new follow.
	 */
	rt_pipe_then(&p);
	home_list_drop(&p, me, check.layout, &dropped);
	rt_pipe_u64(&p, &follows, "ZCARD " KEY_FOLLOWING, me);
	if (!quiet_hides(check.theirs))
		notice_add(&p, whom, RT_NOTICE_FOLLOW, 0, me);
	follow_queue_quiet(&p, &check, me, whom);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (follow_is_refused(&check)) {
		err = follow_end(rt, a, me, whom, check.layout);
		return err ? err : RT_BLOCKED;
	}
	if (whom != me && !quiet_hides(check.theirs))
		notify_member_now(rt, a, whom);
	if (dropped)
		home_list_rebuild(rt, a, me, follows);
	return RT_OK;
}

/*
 * Drops the home timeline before the follow is removed, too, and not only
 * after.  Otherwise, if we were cut off in between, the timeline would show
 * this member for another month, and nobody could tell that it should not.
 */
enum rt_err follow_end(struct rt *rt, struct arena *a, uint64_t me,
		       uint64_t whom, const char *layout)
{
	uint64_t before = 0, after = 0, follows = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	home_list_drop(&p, me, layout, &before);
	rt_pipe(&p, "ZREM " KEY_FOLLOWERS " " ID, whom, me);
	rt_pipe_then(&p);
	rt_pipe(&p, "ZREM " KEY_FOLLOWING " " ID, me, whom);
	rt_pipe_then(&p);
	home_list_drop(&p, me, layout, &after);
	rt_pipe_u64(&p, &follows, "ZCARD " KEY_FOLLOWING, me);
	notice_drop(&p, whom, RT_NOTICE_FOLLOW, 0, me);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (before || after)
		home_list_rebuild(rt, a, me, follows);
	return RT_OK;
}

enum rt_err rt_unfollow(struct rt *rt, struct arena *a, uint64_t me,
			uint64_t whom)
{
	struct follow_check check;
	enum rt_err err = follow_read_stop(rt, a, me, whom, &check);

	return err ? err : follow_end(rt, a, me, whom, check.layout);
}
