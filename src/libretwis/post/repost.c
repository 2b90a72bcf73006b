/*
 * Reposts.  A repost is a post, which is in the lists and is delivered like
 * any other.  `reposted:` says which of the member's posts is the repost of
 * what.  This claim is written first and removed last.  So a member reposts a
 * post once at most, and pressing the button again takes the repost back, even
 * if it was cut off half way.
 */
#include "libretwis/post/repost.h"

#include "base/clock.h"
#include "libretwis/member/rate_limit.h"
#include "libretwis/member/notify.h"
#include "libretwis/member/notice.h"
#include "libretwis/member/quiet.h"
#include "libretwis/post/count.h"
#include "libretwis/post/erasure.h"
#include "libretwis/post/idempotency.h"
#include "libretwis/post/delivery_job.h"
#include "libretwis/post/push.h"
#include "libretwis/post/store_once.lua.h"
#include "libretwis/post/target.h"
#include "redis/ids.h"
#include "libretwis/site/layout.h"
#include "schema/key.h"

struct repost {
	const struct rt_user *me;
	struct target of;
	int64_t since; /* monotonic ms */
	uint64_t id;
	uint64_t used;   /* something is stored under the new id */
	uint64_t first;  /* 1: this press has the claim, 0: an earlier one */
	uint64_t noted;  /* 1: the note in the outbox is ours */
	uint64_t stored; /* what store_once.lua returns */
	const char *layout;
	const char *quiet; /* the author of the original has muted this one */
	uint64_t count;
};

static enum rt_err repost_read(struct rt *rt, struct arena *a,
			       struct repost *r, uint64_t post)
{
	struct rate_limit limit;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	rate_limit_queue_member(&p, &limit, RT_RATE_POST, r->me->id);
	target_queue(&p, &r->of, post);
	ids_next(&p, KEY_NEXT_POST, 0, &r->id);
	layout_queue(&p, &r->layout);
	if ((err = rt_pipe_end(&p)) || (err = rate_limit_check(rt, &limit)))
		return err;
	return r->of.id && !target_is_gone(&r->of) ? RT_OK : RT_NOT_FOUND;
}

/* The author of the original has blocked this member. */
static enum rt_err repost_refuse(struct rt *rt, struct arena *a,
				 const struct repost *r, enum rt_err why)
{
	enum rt_err err = RT_OK;

	if (r->first)
		err = rt_do(rt, a,
			    "ZREMRANGEBYSCORE " KEY_REPOSTED " " ID " " ID,
			    r->me->id, r->id, r->id);
	return err ? err : why;
}

/*
 * If the button is pressed twice, both get the id of the first press.
 * RT_TAKEN: somebody else's post has the new id.
 */
static enum rt_err repost_allocate_id(struct rt *rt, struct arena *a,
				      struct repost *r)
{
	uint64_t me = r->me->id;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	idempotency_queue_used(&p, r->id, &r->used);
	rt_pipe_u64(&p, &r->first, "ZADD " KEY_REPOSTED " NX " ID " " ID, me,
		    r->id, r->of.id);
	rt_pipe_u64(&p, &r->id, "ZSCORE " KEY_REPOSTED " " ID, me, r->of.id);
	target_check(&p, &r->of);
	quiet_queue_one(&p, &r->quiet, target_author(&r->of), me);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (target_is_suspended(&r->of))
		return repost_refuse(rt, a, r, RT_NOT_FOUND);
	if (quiet_refuses(r->quiet))
		return repost_refuse(rt, a, r, RT_BLOCKED);
	if (r->first && r->used)
		return RT_TAKEN;
	return r->id ? RT_OK : RT_NOT_FOUND;
}

/*
 * Removes the claim by its id, because another press may have another claim.
 */
static enum rt_err repost_release_id(struct rt *rt, struct arena *a,
				     struct repost *r, unsigned tries)
{
	struct rt_pipe p;

	if (tries == ID_TRIES)
		return RT_BROKEN;
	rt_pipe_begin(&p, rt, a);
	rt_pipe(&p, "ZREMRANGEBYSCORE " KEY_REPOSTED " " ID " " ID, r->me->id,
		r->id, r->id);
	ids_next(&p, KEY_NEXT_POST, tries, &r->id);
	return rt_pipe_end(&p);
}

/* A note that was there before may belong to the post that has the id. */
static enum rt_err repost_drop_note(struct rt *rt, struct arena *a,
				    const struct repost *r)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	if (r->noted)
		outbox_drop(&p, r->id);
	err = rt_pipe_end(&p);
	return err ? err : RT_TAKEN;
}

/*
 * PHP Retwis shows the body of every post, so the body says what this one is.
 * RT_TAKEN: somebody else's post has the id.  RT_NOT_FOUND: the claim was of an
 * earlier press, and that repost is just being taken back.
 */
static enum rt_err repost_store(struct rt *rt, struct arena *a,
				struct repost *r)
{
	const char *name = r->of.name ? r->of.name : "";
	long long now = time(NULL);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	outbox_add(&p, r->id, &r->noted);
	rt_pipe_then(&p);
	rt_pipe_u64(&p, &r->stored,
		    "EVAL %s 1 " KEY_POST " repost_of user_id " ID
		    " time %lld body %s username %s repost_of " ID
		    " repost_name %s repost_user_id " ID,
		    STORE_ONCE_LUA, r->id, r->me->id, now,
		    arena_printf(a, "Reposted /@%s/" ID, name, r->of.id),
		    r->me->name, r->of.id, name, target_author(&r->of));
	if ((err = rt_pipe_end(&p)))
		return err;
	if (r->stored == STORE_NOT_OURS)
		return repost_drop_note(rt, a, r);
	return r->stored ? RT_OK : RT_NOT_FOUND;
}

/*
 * The claim and the hash are read after everything else.  If the repost is
 * there then, whoever takes it back later finds it in all these lists.  The
 * claim alone would not say so: it is removed last, when the lists may have
 * been emptied before we filled them.
 */
static enum rt_err repost_publish(struct rt *rt, struct arena *a,
				  struct repost *r)
{
	uint64_t claimed = 0, is_there = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	rt_pipe(&p, "ZADD " KEY_REPOSTS " NX %s " ID, r->of.id, clock_score(a),
		r->id);
	if (!quiet_hides(r->quiet))
		notice_add(&p, target_author(&r->of), RT_NOTICE_REPOST,
			   r->of.id, r->me->id);
	count_queue(&p, COUNT_REPOSTS, r->of.id, &r->count);
	push_post(&p, r->me->id, r->id, layout_adopted(rt, r->layout),
		  push_depth_of(r->first, r->since));
	rt_pipe_then(&p);
	rt_pipe_u64(&p, &claimed, "ZSCORE " KEY_REPOSTED " " ID, r->me->id,
		    r->of.id);
	rt_pipe_u64(&p, &is_there, "HEXISTS " KEY_POST " user_id", r->id);
	quiet_queue_one(&p, &r->quiet, target_author(&r->of), r->me->id);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (r->first && quiet_refuses(r->quiet))
		return RT_BLOCKED;
	if (claimed != r->id || !is_there)
		return RT_NOT_FOUND;
	return count_copy(rt, a, COUNT_REPOSTS, r->of.id, r->count);
}

/*
 * If the repost is taken back at this moment, its original is deleted, or this
 * member is blocked by its author, nothing of it may remain.
 */
static enum rt_err repost_make(struct rt *rt, struct arena *a,
			       struct repost *r)
{
	enum rt_err err, why;

	if (!(err = repost_store(rt, a, r)))
		err = repost_publish(rt, a, r);
	if (err != RT_NOT_FOUND && err != RT_BLOCKED)
		return err;
	why = err;
	err = erase_repost(rt, a, r->me->id, r->of.id, target_author(&r->of),
			   r->id);
	return err ? err : why;
}

static void repost_deliver(struct rt *rt, struct arena *a,
			   const struct repost *r)
{
	uint64_t author = target_author(&r->of);
	struct rt_pipe p;

	rt_pipe_begin(&p, rt_bus(rt), a);
	outbox_push(&p, r->me->id, r->id, NULL);
	notify_timeline(&p);
	if (author != r->me->id && !quiet_hides(r->quiet))
		notify_member(&p, author);
	rt_pipe_end(&p);
}

enum rt_err rt_repost(struct rt *rt, struct arena *a, const struct rt_user *me,
		      uint64_t post)
{
	struct repost r = { .me = me, .since = clock_ms() };
	enum rt_err err = repost_read(rt, a, &r, post);
	unsigned tries = 0;

	while (!err) {
		if (!(err = repost_allocate_id(rt, a, &r)) &&
		    !(err = repost_make(rt, a, &r)))
			break;
		if (err == RT_TAKEN)
			err = repost_release_id(rt, a, &r, ++tries);
	}
	if (!err)
		repost_deliver(rt, a, &r);
	return err;
}

static enum rt_err repost_ask(struct rt *rt, struct arena *a, struct repost *r)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	quiet_queue_one(&p, &r->quiet, target_author(&r->of), r->me->id);
	return rt_pipe_end(&p);
}

/*
 * The claim was written first.  So if there is none, the repost has been taken
 * back, and repost_make() notices that.
 */
enum rt_err repost_finish(struct rt *rt, struct arena *a,
			  const struct rt_user *me, uint64_t id,
			  uint64_t original)
{
	struct repost r = { .me = me };
	enum rt_err err;

	if (!me->name)
		return RT_NOT_FOUND;
	err = repost_read(rt, a, &r, original);
	r.id = id;
	if (err == RT_NOT_FOUND)
		err = erase_repost(rt, a, me->id, r.of.id, 0, id);
	if (!err)
		err = repost_ask(rt, a, &r);
	return err ? err : repost_make(rt, a, &r);
}

enum rt_err rt_unrepost(struct rt *rt, struct arena *a,
			const struct rt_user *me, uint64_t post)
{
	uint64_t id = 0;
	enum rt_err err;

	if ((err = rt_read_u64(rt, a, &id, "ZSCORE " KEY_REPOSTED " " ID,
			       me->id, post)))
		return err;
	return id ? erase_repost(rt, a, me->id, post, 0, id) : RT_NOT_FOUND;
}
