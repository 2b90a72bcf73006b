/*
 * Muting and blocking.  Its steps, in order:
 *
 *  - a note in the delayed queue {quiet};
 *  - the entry in quiet:ME, which decides from then on;
 *  - everything else: the mirror in quiet_by:WHOM, the notices of what that
 *    member did, and, if it is a block, the follows in both directions.
 *
 * Somebody who follows, likes or answers at this moment looks for the entry
 * after writing.  Either that look finds it, or what was written is there when
 * the last step comes.  Some seconds later a worker finds the note and does
 * that step once more: for a request that died here, for notices, after which
 * nobody looks again, and for a server that took over and had missed a write.
 */
#include "base/clock.h"
#include "base/digits.h"
#include "libretwis/member/notice.h"
#include "libretwis/member/notify.h"
#include "libretwis/member/quiet.h"
#include "libretwis/member/user_fields.h"
#include "libretwis/site/layout.h"
#include "libretwis/timeline/follow.h"
#include "patterns/delayed.h"
#include "redis/wait_replicas.h"
#include "schema/key.h"

#define QUEUE   "quiet"
#define WAIT_MS 5000

/* ---- what follows from an entry ---------------------------------------- */

struct block {
	uint64_t me, whom;
	union user_fields mine, theirs;
	const char *score, *now; /* in quiet:ME; NULL: it is not there */
	const char *layout;
	const char *follows, *has_follower; /* `me` follows `whom` */
	const char *followed, *is_follower; /* and the other way round */
};

static enum rt_err block_read(struct rt *rt, struct arena *a, struct block *b)
{
	struct rt_pipe p;

	rt_pipe_begin_lenient(&p, rt, a);
	user_fields_queue(&p, &b->mine, b->me, USER_USERNAME);
	user_fields_queue(&p, &b->theirs, b->whom, USER_USERNAME);
	quiet_queue_one(&p, &b->score, b->me, b->whom);
	layout_queue(&p, &b->layout);
	rt_pipe_str(&p, &b->follows, "ZSCORE " KEY_FOLLOWING " " ID, b->me,
		    b->whom);
	rt_pipe_str(&p, &b->has_follower, "ZSCORE " KEY_FOLLOWERS " " ID,
		    b->whom, b->me);
	rt_pipe_str(&p, &b->followed, "ZSCORE " KEY_FOLLOWING " " ID, b->whom,
		    b->me);
	rt_pipe_str(&p, &b->is_follower, "ZSCORE " KEY_FOLLOWERS " " ID, b->me,
		    b->whom);
	return rt_pipe_end(&p);
}

/*
 * If it is taken back at this moment, the mirror must not keep it.  Likewise,
 * nothing may be left of somebody who has just left the site.
 */
static enum rt_err block_mirror(struct rt *rt, struct arena *a,
				struct block *b)
{
	bool are_here = b->mine.username && b->theirs.username;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	if (!are_here)
		rt_pipe(&p, "ZREM " KEY_QUIET " " ID, b->me, b->whom);
	else if (b->score)
		quiet_mirror(&p, b->me, b->whom, b->score);
	if (b->score)
		notice_drop_by(&p, b->me, b->whom);
	rt_pipe_then(&p);
	quiet_queue_one(&p, &b->now, b->me, b->whom);
	if ((err = rt_pipe_end(&p)) || b->now)
		return err;
	rt_pipe_begin_lenient(&p, rt, a);
	quiet_unmirror(&p, b->me, b->whom);
	return rt_pipe_end(&p);
}

/*
 * The notice of a follow is dropped in any case: a request may have died when
 * the follow was gone already.
 */
static enum rt_err block_end_follows(struct rt *rt, struct arena *a,
				     const struct block *b)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	notice_drop(&p, b->whom, RT_NOTICE_FOLLOW, 0, b->me);
	err = rt_pipe_end(&p);
	if (!err && (b->follows || b->has_follower))
		err = follow_end(rt, a, b->me, b->whom, b->layout);
	if (!err && (b->followed || b->is_follower))
		err = follow_end(rt, a, b->whom, b->me, b->layout);
	return err;
}

/* The last step, which may be repeated. */
static enum rt_err block_carry_out(struct rt *rt, struct arena *a, uint64_t me,
				   uint64_t whom)
{
	struct block b = { .me = me, .whom = whom };
	enum rt_err err;

	if ((err = block_read(rt, a, &b)) || (err = block_mirror(rt, a, &b)))
		return err;
	return quiet_refuses(b.now) ? block_end_follows(rt, a, &b) : RT_OK;
}

/* ---- muting, blocking, and taking it back ------------------------------ */

/*
 * Each has a note of its own, since a worker may just be ending that of a mute
 * when it becomes a block.
 */
static void block_note(struct rt_pipe *p, uint64_t me, uint64_t whom,
		       enum rt_quiet kind)
{
	uint64_t now = (uint64_t)clock_date_ms();

	delayed_put(p, QUEUE,
		    arena_printf(p->a, ID " " ID " %s " ID, me, whom,
				 kind == RT_QUIET_BLOCKED ? "block" : "mute",
				 now),
		    now + WAIT_MS);
}

static enum rt_err block_begin(struct rt *rt, struct arena *a, uint64_t me,
			       uint64_t whom, enum rt_quiet kind)
{
	const char *score = NULL;
	struct rt_user user;
	struct rt_pipe p;
	enum rt_err err = rt_user_by_id(rt, a, whom, &user);

	if (err || me == whom)
		return err;
	rt_pipe_begin(&p, rt, a);
	block_note(&p, me, whom, kind);
	rt_pipe_then(&p);
	quiet_set(&p, me, whom, kind, &score);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (!score)
		return RT_DENIED;
	if ((err = block_carry_out(rt, a, me, whom)))
		return err;
	notify_member_now(rt, a, me);
	return RT_OK;
}

enum rt_err rt_mute(struct rt *rt, struct arena *a, uint64_t me, uint64_t whom)
{
	return block_begin(rt, a, me, whom, RT_QUIET_MUTED);
}

enum rt_err rt_block(struct rt *rt, struct arena *a, uint64_t me,
		     uint64_t whom)
{
	return block_begin(rt, a, me, whom, RT_QUIET_BLOCKED);
}

/*
 * If it is cut off before the mirror, only the checker can tell: an entry there
 * has no effect.
 */
static enum rt_err block_end(struct rt *rt, struct arena *a, uint64_t me,
			     uint64_t whom, enum rt_quiet kind)
{
	uint64_t left = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	quiet_end(&p, me, whom, kind, &left);
	if ((err = rt_pipe_end(&p)) || left)
		return err;
	rt_pipe_begin_lenient(&p, rt, a);
	quiet_unmirror(&p, me, whom);
	err = rt_pipe_end(&p);
	notify_member_now(rt, a, me);
	return err;
}

enum rt_err rt_unmute(struct rt *rt, struct arena *a, uint64_t me,
		      uint64_t whom)
{
	return block_end(rt, a, me, whom, RT_QUIET_MUTED);
}

enum rt_err rt_unblock(struct rt *rt, struct arena *a, uint64_t me,
		       uint64_t whom)
{
	return block_end(rt, a, me, whom, RT_QUIET_BLOCKED);
}

/* ---- once more, by a worker -------------------------------------------- */

static bool block_read_note(const struct delayed *note, uint64_t *me,
			    uint64_t *whom)
{
	const char *at = note->text;

	return at && digits_read(&at, me) && *at++ == ' ' &&
	       digits_read(&at, whom) && *at == ' ';
}

static enum rt_err block_settle(struct rt *rt, struct arena *a,
				const struct delayed *note)
{
	uint64_t me, whom;
	enum rt_err err = RT_OK;

	if (block_read_note(note, &me, &whom))
		err = block_carry_out(rt, a, me, whom);
	if (err || (err = wait_replicas_data(rt, a)))
		return err;
	return delayed_end(rt, a, QUEUE, note);
}

enum rt_err rt_quiet_run(struct rt *rt, struct arena *a)
{
	return delayed_run(rt, a, QUEUE, block_settle);
}
