/*
 * Writing a post.
 *
 * These are all the commands of the page, in order, each with the file that
 * sends it.  At an empty line the page waits for the replies.  A mark at the
 * end says when the command is sent: if the cookie is from PHP Retwis (old),
 * or ours (ours); if the post answers another (reply), and that one is from
 * PHP Retwis (php), or is in a conversation (talk), which somebody else began
 * (far); and once for each name (@) or tag (#) in it.
 *
 * POST /post:
 *
 *   # Whose cookie is it?
 *   GET layout                                      site/layout.c     old
 *   HGET auths SECRET                               member/session.c  old
 *
 *   GET layout                                      site/layout.c     ours
 *   HMGET user:ME username auth ...                 member/session.c
 *   HGET sessions:ME DIGEST                         member/session.c
 *
 *   # May the member post now, and whom does the post mention or answer?
 *   EVAL limit_count.lua limit:post:ME 60 300       patterns/limit.c
 *   INCR next_post_id                               redis/ids.c
 *   HGET users TYPED                                member/user.c     @
 *   HGET users FOLDED                               member/user.c     @
 *   HGET names FOLDED                               member/user.c     @
 *   HMGET post:PARENT user_id username ...          post/target.c     reply
 *
 *   # The first id that this form has got is the one to use.
 *   EXISTS post:POST                                post/idempotency.c
 *   SET once:FORM POST NX GET EX 600                post/idempotency.c
 *   HMGET user:NAMED username standing              post/recipients.c  @
 *   ZSCORE quiet:NAMED ME                           member/quiet.c    @
 *   HGET user:AUTHOR standing                       post/target.c     reply
 *   HGET user:AUTHOR username                       post/target.c     php
 *   ZSCORE quiet:AUTHOR ME                          member/quiet.c    reply
 *   ZSCORE left:AUTHOR ROOT                          post/conversation.c  talk
 *   ZSCORE quiet:STARTER ME                         member/quiet.c    far
 *   ZSCORE left:STARTER ROOT                         post/conversation.c  far
 *   HGET post:ROOT user_id                           post/recipients.c  far
 *
 *   # A note in the outbox, and then the post itself.
 *   ZADD outbox NX MS POST                          post/delivery_job.c
 *   EVAL store_once.lua post:POST body ...          post/publish.c
 *   # Into the lists that show it, except those of the followers.
 *   EVAL push.lua own:ME POST 0 64 sorted           post/push.c
 *   EVAL push.lua posts:ME POST 1000 64 there       post/push.c
 *   EVAL push.lua timeline POST 1000 64 sorted      post/push.c
 *   EVAL push.lua tag:TAG POST 1000 64 sorted       post/push.c       #
 *   ZADD tags 0 TAG                                 post/tag.c        #
 *   EVAL trend_add.lua trend:HOUR TAG ME POST ...   post/tag.c        #
 *   EVAL push.lua mentions:NAMED POST ...           post/push.c       @
 *   EVAL notice_tell.lua notices:AUTHOR ...         member/notice.c   reply
 *   EVAL notice_tell.lua notices:NAMED ...          member/notice.c   @
 *   EVAL notice_tell.lua notices:STARTER ...        member/notice.c   far
 *   EVAL thread_append.lua replies:PARENT POST 64   post/push.c       reply
 *   LLEN replies:PARENT                             post/count.c      reply
 *   EVAL conversation_add.lua conversation:ROOT ...  post/conversation.c  talk
 *   ZSCORE quiet:AUTHOR ME                          member/quiet.c    reply
 *   (the page waits)                                                  reply
 *   # The number of replies in the thread.
 *   EVAL count_set.lua post:PARENT replies N        post/count.c      reply
 *   LLEN replies:PARENT                             post/count.c      reply
 *   (the page waits)                                                  reply
 *   # The job for a worker, which serves the followers; and open pages.
 *   LPUSH {fanout}:jobs SECONDS 0 post POST ME ...  patterns/queue.c
 *   PUBLISH live:timeline look                      member/notify.c
 *   PUBLISH live:AUTHOR look                        member/notify.c   reply
 *   PUBLISH live:NAMED look                         member/notify.c   @
 *   PUBLISH live:STARTER look                       member/notify.c   far
 *   PUBLISH live:conversations ROOT                 member/notify.c   talk
 *
 * This is for an adopted database with the default limits, where data and bus
 * are one server, and for a form that is sent for the first time.  Otherwise
 * the page also waits after store_once.lua and before LPUSH, which is sent to
 * the bus; and for a form that is sent again, push.lua searches 1000 entries
 * deep.
 *
 * A post with pictures takes more: rt_picture_take() for each before all of
 * this, or rt_pictures_kept(); and between the note and the post, picture_row.c
 * gives each of them to the post.
 *
 * If the id is in use, idempotency.c gets another one.  If somebody else
 * answers the same post at this moment, count.c counts again; if it is
 * deleted, push.c removes the reply from its list; if its author has just
 * blocked this member, publish.c deletes the reply.
 *
 * tests/pages/commands.test.mjs compares this list with what MONITOR shows.
 */
#include "libretwis/post/post.h"

#include "base/clock.h"
#include "base/secret.h"
#include "libretwis/member/rate_limit.h"
#include "libretwis/post/attached.h"
#include "libretwis/post/deletion.h"
#include "libretwis/post/publish.h"
#include "redis/ids.h"
#include "libretwis/site/layout.h"
#include "schema/key.h"

const char *rt_nonce(struct arena *a)
{
	return secret_new(a);
}

/* Checks that the member may post, and reads whom the post is about. */
static enum rt_err post_read(struct rt *rt, struct arena *a, struct writing *w)
{
	struct rate_limit limit;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	rate_limit_queue_member(&p, &limit, RT_RATE_POST, w->author->id);
	ids_next(&p, KEY_NEXT_POST, 0, &w->once.next);
	rt_pipe_lenient_on(&p);
	mentions_queue(&p, &w->mentions, w->draft->body);
	target_queue(&p, &w->parent, w->draft->reply_to);
	if ((err = rt_pipe_end(&p)) || (err = rate_limit_check(rt, &limit)))
		return err;
	w->joins = target_joins(&w->parent);
	return target_is_gone(&w->parent) ? RT_NOT_FOUND : RT_OK;
}

/* What does not depend on the id, and so is read only once. */
static void post_queue_rest(struct rt_pipe *p, struct writing *w,
			    const char **layout)
{
	layout_queue(p, layout);
	mentions_check(p, &w->mentions);
	mentions_queue_quiet(p, &w->mentions, w->author->id);
	target_check(p, &w->parent);
	told_queue(p, &w->told, target_author(&w->parent), w->joins,
		   w->author->id);
}

static void post_parse_rest(struct rt *rt, struct writing *w,
			    const char *layout)
{
	mentions_parse(&w->mentions, w->author->id);
	told_parse(&w->told);
	w->adopted = layout_adopted(rt, layout);
}

/* RT_TAKEN: somebody else's post has the id. */
static enum rt_err post_allocate_id(struct rt *rt, struct arena *a,
				    struct writing *w)
{
	bool is_first_try = !w->once.tries;
	const char *layout = NULL;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	idempotency_queue(&p, &w->once);
	rt_pipe_lenient_on(&p);
	if (is_first_try)
		post_queue_rest(&p, w, &layout);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (is_first_try)
		post_parse_rest(rt, w, layout);
	if (target_is_suspended(&w->parent))
		return RT_NOT_FOUND;
	if (told_is_refused(&w->told))
		return RT_BLOCKED;
	if (!idempotency_parse(&w->once))
		return RT_TAKEN;
	w->id = w->once.id;
	return RT_OK;
}

/* Whether the draft, if it is an announcement, may be one. */
static bool post_may_be_announced(const struct rt *rt,
				  const struct rt_user *me,
				  const struct rt_draft *draft)
{
	return !draft->attached.announced ||
	       (rt_may_announce(rt, me) && !draft->reply_to);
}

enum rt_err rt_post_create(struct rt *rt, struct arena *a,
			   const struct rt_user *me,
			   const struct rt_draft *draft, uint64_t *id)
{
	struct writing w = { .author = me, .draft = draft };
	enum rt_err err;

	if (!post_may_be_announced(rt, me, draft))
		return RT_DENIED;
	w.since = clock_ms();
	w.asked = (uint64_t)time(NULL);
	idempotency_begin(a, &w.once, me->id, draft);
	err = post_read(rt, a, &w);
	while (!err) {
		if (!(err = post_allocate_id(rt, a, &w)) &&
		    !(err = publish_post(rt, a, &w)))
			break;
		if (err == RT_TAKEN)
			err = idempotency_leave(rt, a, &w.once);
	}
	if (!err)
		*id = w.id;
	return err;
}

enum rt_err rt_post_is_stored(struct rt *rt, struct arena *a,
			      const struct rt_user *me,
			      const struct rt_draft *draft, bool *is_stored)
{
	struct idempotency once;
	uint64_t id = 0, is_there = 0;
	enum rt_err err;

	idempotency_begin(a, &once, me->id, draft);
	if ((err = rt_read_u64(rt, a, &id, "GET " KEY_IDEMPOTENCY,
			       once.key)) ||
	    (err = rt_read_u64(rt, a, &is_there, "EXISTS " KEY_POST, id)))
		return err;
	*is_stored = is_there;
	return RT_OK;
}

enum rt_err rt_post_delete(struct rt *rt, struct arena *a,
			   const struct rt_user *me, uint64_t id)
{
	return deletion_begin(rt, a, id, me->id);
}

/* ---- a post whose request died -------------------------------------- */

/*
 * Reads again what post_read() and post_allocate_id() have read, except the
 * limit and the id.  If the parent is gone by now, the post is published
 * without it, and its author gets no notice.  The conversation remains that
 * which the post was stored with.
 */
static enum rt_err post_read_again(struct rt *rt, struct arena *a,
				   struct writing *w)
{
	const char *layout = NULL;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	mentions_queue(&p, &w->mentions, w->draft->body);
	target_queue(&p, &w->parent, w->draft->reply_to);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (target_is_gone(&w->parent))
		w->parent = (struct target){ 0 };
	rt_pipe_begin_lenient(&p, rt, a);
	post_queue_rest(&p, w, &layout);
	if (!(err = rt_pipe_end(&p)))
		post_parse_rest(rt, w, layout);
	return err;
}

enum rt_err post_finish(struct rt *rt, struct arena *a,
			const struct rt_user *author, uint64_t id,
			const union post_fields *fields)
{
	const struct rt_draft draft = { .body = fields->body,
					.reply_to = rt_u64(fields->reply_to),
					.attached = attached_read(a, fields) };
	struct writing w = { .author = author,
			     .draft = &draft,
			     .joins = conversation_of(fields),
			     .id = id,
			     .time = rt_u64(fields->time) };
	enum rt_err err = post_read_again(rt, a, &w);

	return err ? err : publish_again(rt, a, &w);
}
