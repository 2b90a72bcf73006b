/*
 * Likes.  `liked:` says whether a member likes a post, and decides what the
 * button shows.  It is written after `likes:`, also if the two are on
 * different servers: if a like is cut off in between, the button is still the
 * old one, and pressing it again finishes the like.  The number next to the
 * button is a copy, which the next like brings up to date.
 */
#include "base/clock.h"
#include "libretwis/member/rate_limit.h"
#include "libretwis/member/notify.h"
#include "libretwis/member/notice.h"
#include "libretwis/member/quiet.h"
#include "libretwis/post/count.h"
#include "libretwis/post/private_list.h"
#include "libretwis/post/target.h"
#include "schema/key.h"

static enum rt_err like_remove(struct rt *rt, struct arena *a, uint64_t me,
			       uint64_t post, uint64_t author, uint64_t *likes)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	rt_pipe(&p, "ZREM " KEY_LIKES " " ID, post, me);
	rt_pipe_lenient(&p);
	rt_pipe_then(&p);
	rt_pipe(&p, "ZREM " KEY_LIKED " " ID, me, post);
	notice_drop(&p, author, RT_NOTICE_LIKE, post, me);
	count_queue(&p, COUNT_LIKES, post, likes);
	return rt_pipe_end(&p);
}

/*
 * Finds the post, and checks the limit of `liker`, the member who likes it.  0
 * if a like is taken back, which is not limited.
 */
static enum rt_err like_find_target(struct rt *rt, struct arena *a,
				    uint64_t liker, uint64_t post,
				    struct target *target)
{
	struct rate_limit limit = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	if (liker)
		rate_limit_queue_member(&p, &limit, RT_RATE_LIKE, liker);
	target_queue(&p, target, post);
	if ((err = rt_pipe_end(&p)) || (err = rate_limit_check(rt, &limit)))
		return err;
	return target_author(target) && !target_is_gone(target) ? RT_OK
								: RT_NOT_FOUND;
}

/*
 * Writes the like, and then reads whether the author has blocked this member
 * in the meantime.  `quiet` was read before.
 */
static enum rt_err like_add(struct rt *rt, struct arena *a, uint64_t me,
			    uint64_t post, uint64_t author, const char **quiet,
			    uint64_t *likes)
{
	const char *now = clock_score(a);
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	rt_pipe(&p, "ZADD " KEY_LIKES " NX %s " ID, post, now, me);
	rt_pipe_lenient(&p);
	rt_pipe_then(&p);
	rt_pipe(&p, "ZADD " KEY_LIKED " NX %s " ID, me, now, post);
	if (!quiet_hides(*quiet))
		notice_add(&p, author, RT_NOTICE_LIKE, post, me);
	count_queue(&p, COUNT_LIKES, post, likes);
	quiet_queue_one(&p, quiet, author, me);
	return rt_pipe_end(&p);
}

/*
 * Whether the author is suspended, or mutes or blocks this member, who may like
 * nothing then.
 */
static enum rt_err like_check(struct rt *rt, struct arena *a, uint64_t me,
			      struct target *target, const char **quiet)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	target_check(&p, target);
	quiet_queue_one(&p, quiet, target_author(target), me);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (target_is_suspended(target))
		return RT_NOT_FOUND;
	return quiet_refuses(*quiet) ? RT_BLOCKED : RT_OK;
}

enum rt_err rt_like(struct rt *rt, struct arena *a, const struct rt_user *me,
		    uint64_t post)
{
	uint64_t author, likes = 0;
	struct target target;
	const char *quiet;
	enum rt_err err, why;

	if ((err = like_find_target(rt, a, me->id, post, &target)) ||
	    (err = like_check(rt, a, me->id, &target, &quiet)))
		return err;
	author = target_author(&target);
	if ((err = like_add(rt, a, me->id, post, author, &quiet, &likes)))
		return err;
	err = quiet_refuses(quiet)
		      ? RT_BLOCKED
		      : count_copy(rt, a, COUNT_LIKES, post, likes);
	if (!err && author != me->id && !quiet_hides(quiet))
		notify_member_now(rt, a, author);
	if (err != RT_NOT_FOUND && err != RT_BLOCKED)
		return err;
	/* It must not be liked, or was deleted at this moment. */
	why = err;
	err = like_remove(rt, a, me->id, post, author, &likes);
	return err ? err : why;
}

enum rt_err rt_unlike(struct rt *rt, struct arena *a, const struct rt_user *me,
		      uint64_t post)
{
	struct target target = { 0 };
	uint64_t author, likes = 0;
	enum rt_err err = like_find_target(rt, a, 0, post, &target);

	/* A like can also be taken back if its post is gone. */
	author = target_author(&target);
	if ((err && err != RT_NOT_FOUND) ||
	    (err = like_remove(rt, a, me->id, post, author, &likes)))
		return err;
	return count_copy(rt, a, COUNT_LIKES, post, likes);
}

enum rt_err rt_likes(struct rt *rt, struct arena *a, const char *secret,
		     struct rt_place place, struct rt_private_list *likes)
{
	return private_list_read(
		rt, a, secret,
		&(struct private_list){ .key = FORMAT_BY_ID(KEY_LIKED),
					.place = place },
		likes);
}
