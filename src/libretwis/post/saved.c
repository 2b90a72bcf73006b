/*
 * Posts that members save for themselves.  Only `saved:` knows of it, so that
 * nothing at the post says who keeps it; when a post is deleted, its entries
 * there are dropped as their members see them.
 */
#include "base/clock.h"
#include "libretwis/member/rate_limit.h"
#include "libretwis/post/private_list.h"
#include "libretwis/post/target.h"
#include "schema/key.h"

enum rt_err rt_save(struct rt *rt, struct arena *a, const struct rt_user *me,
		    uint64_t post)
{
	struct rate_limit limit = { 0 };
	struct target target;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	rate_limit_queue_member(&p, &limit, RT_RATE_LIKE, me->id);
	target_queue(&p, &target, post);
	if ((err = rt_pipe_end(&p)) || (err = rate_limit_check(rt, &limit)))
		return err;
	if (!target_author(&target) || target_is_gone(&target))
		return RT_NOT_FOUND;
	return rt_do(rt, a, "ZADD " KEY_SAVED " NX %s " ID, me->id,
		     clock_score(a), post);
}

enum rt_err rt_unsave(struct rt *rt, struct arena *a, const struct rt_user *me,
		      uint64_t post)
{
	return rt_do(rt, a, "ZREM " KEY_SAVED " " ID, me->id, post);
}

enum rt_err rt_saved(struct rt *rt, struct arena *a, const char *secret,
		     struct rt_place place, struct rt_private_list *saved)
{
	return private_list_read(
		rt, a, secret,
		&(struct private_list){ .key = FORMAT_BY_ID(KEY_SAVED),
					.place = place,
					.drop = true },
		saved);
}
