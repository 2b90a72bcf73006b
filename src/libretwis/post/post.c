/*
 * Writing a post.
 *
 * These are all the commands of the page, in their order, each with the file
 * that sends it.  Where a line is empty the page waits for the replies.  A mark
 * at the end says when: the cookie is one of PHP Retwis (old), or ours; the
 * post answers another (reply), and that one is of PHP Retwis (php); once for
 * each name (@) and for each tag (#) in it.
 *
 * POST /post:
 *
 *   # Who asks?
 *   GET layout                                      redis/pipe.c      old
 *   HGET auths SECRET                               member/session.c  old
 *
 *   GET layout                                      redis/pipe.c      ours
 *   HMGET user:ME username auth seen last           member/session.c
 *   ZREVRANK notices:ME seen                        member/session.c
 *
 *   # What has to be known before: may a post be written, and who is meant?
 *   EVAL limit_count.lua limit:post:ME 60 300       engine/limit.c
 *   INCR next_post_id                               post/post.c
 *   HGET users TYPED                                member/user.c     @
 *   HGET users FOLDED                               member/user.c     @
 *   HGET names FOLDED                               member/user.c     @
 *   HMGET post:PARENT user_id username ...          post/target.c     reply
 *
 *   # The first id that this form was given is its post's.
 *   SET once:FORM POST NX EX 600                    post/post.c
 *   GET once:FORM                                   post/post.c
 *   HGET user:NAMED username                        post/mention.c    @
 *   HGET user:AUTHOR username                       post/target.c     php
 *
 *   # The outbox knows of it, and then it is there.
 *   ZADD outbox NX MS POST                          post/outbox.c
 *   EVAL store_once.lua post:POST user_id ME ...    post/post.c
 *
 *   # Into the lists that show it, but for those of the followers.
 *   EVAL push.lua own:ME POST 0 32                  post/push.c
 *   EVAL push.lua posts:ME POST 1000 1000 there     post/push.c
 *   EVAL push.lua timeline POST 1000 32             post/push.c
 *   EVAL push.lua tag:TAG POST 1000 32              post/push.c       #
 *   ZADD tags 0 TAG                                 post/tag.c        #
 *   EVAL trend_add.lua trend:HOUR TAG ME POST ...   post/trend.c      #
 *   EVAL notice_tell.lua notices:AUTHOR ...         member/notice.c   reply
 *   EVAL notice_tell.lua notices:NAMED ...          member/notice.c   @
 *
 *   # Into the thread, which counts its replies.
 *   EVAL thread_append.lua replies:PARENT POST      post/thread.c     reply
 *   LLEN replies:PARENT                             post/count.c      reply
 *
 *   EVAL count_set.lua post:PARENT replies N        post/count.c      reply
 *   LLEN replies:PARENT                             post/count.c      reply
 *
 *   # To a worker, which serves the followers, and to open pages.
 *   LPUSH {fanout}:jobs SECONDS 0 post POST ME ...  engine/queue.c
 *   PUBLISH live:timeline look                      member/hint.c
 *   PUBLISH live:AUTHOR look                        member/hint.c     reply
 *   PUBLISH live:NAMED look                         member/hint.c     @
 *
 * So it is in a database that was adopted, with the limits that Retwis comes
 * with.  Where some other program has a key of the new id, all begins again
 * with the next id.  If others answer the same post at this moment, count.c
 * counts again; if it is deleted, thread.c takes the reply back.
 *
 * tests/pages/commands.test.mjs compares this list with what MONITOR shows.
 */
#include "libretwis/post/post.h"

#include "libretwis/base/secret.h"
#include "libretwis/post/erase.h"
#include "libretwis/post/outbox.h"
#include "libretwis/post/push.h"
#include "libretwis/post/store_once.lua.h"
#include "libretwis/post/tag.h"
#include "libretwis/post/target.h"
#include "libretwis/post/thread.h"
#include "libretwis/post/told.h"
#include "libretwis/redis/layout.h"

/* The key of its id is no post, but something of another program. */
#define STORED_NOWHERE ((uint64_t)-1)

/* So many ids in a row may be such keys. */
#define IDS_MAX 3

/* A post on its way into Redis. */
struct writing {
	const struct rt_user *author;
	const struct rt_draft *draft;
	uint64_t id;
	uint64_t time; /* of the first time it was stored; 0: it was deleted */
	struct mentions mentions;
	struct target parent;
	bool adopted; /* the database */
};

const char *rt_nonce(struct arena *a)
{
	return secret_token(a);
}

/* ---- first: may the member post, and under which id? ------------------- */

static enum rt_err post_look(struct rt *rt, struct arena *a, struct writing *w)
{
	struct gate gate;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	gate_ask_member(&p, &gate, RT_RATE_POST, w->author->id);
	rt_pipe_u64(&p, &w->id, "INCR " KEY_NEXT_POST);
	mentions_look(&p, &w->mentions, w->draft->body);
	target_look(&p, &w->parent, w->draft->reply_to);
	if ((err = rt_pipe_end(&p)) || (err = gate_check(rt, &gate)))
		return err;
	return target_is_gone(&w->parent) ? RT_NOT_FOUND : RT_OK;
}

/*
 * A form is the same if its nonce and its text are the same.  So a member who
 * goes back and writes something else makes a second post, and never changes
 * the first one.
 */
static const char *post_once(struct arena *a, const struct writing *w)
{
	const char *nonce = w->draft->nonce;

	if (!nonce || !*nonce)
		return secret_token(a);
	return secret_digest(a, arena_printf(a, ID " %s %s", w->author->id,
					     nonce, w->draft->body));
}

/*
 * A form that is sent again gets the id that it was given first, and the new
 * id is never used.  Ids may have gaps; a post must not come twice.
 */
static enum rt_err post_take_id(struct rt *rt, struct arena *a,
				struct writing *w)
{
	const char *once = post_once(a, w), *layout = NULL;
	uint64_t kept = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	rt_pipe(&p, "SET " KEY_ONCE " " ID " NX EX %d", once, w->id,
		w->draft->scheduled ? ONCE_LATER_SECONDS : ONCE_SECONDS);
	rt_pipe_u64(&p, &kept, "GET " KEY_ONCE, once);
	layout_ask(&p, &layout);
	mentions_check(&p, &w->mentions);
	target_check(&p, &w->parent);
	if ((err = rt_pipe_end(&p)))
		return err;
	mentions_take(&w->mentions, w->author->id);
	w->id = kept ? kept : w->id;
	w->adopted = layout_adopted(rt, layout);
	return RT_OK;
}

/* ---- then: the post itself --------------------------------------------- */

/*
 * The hash is complete before any list points to it, and the outbox knows of
 * the post before the hash is there.  So this process may die at any moment:
 * the sweep of the outbox finishes the post.  A form that is sent again finds
 * its post in place, or learns that the post has been deleted since.
 */
static enum rt_err post_store(struct rt *rt, struct arena *a,
			      struct writing *w)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	outbox_add(&p, w->id);
	rt_pipe_u64(&p, &w->time,
		    "EVAL %s 1 " KEY_POST " user_id " ID " time %lld body %s"
		    " username %s mentions %s reply_to %s reply_name %s"
		    " scheduled %s",
		    STORE_ONCE_LUA, w->id, w->author->id,
		    (long long)time(NULL), w->draft->body, w->author->name,
		    mentions_names(a, &w->mentions),
		    w->parent.id ? arena_printf(a, ID, w->parent.id) : "",
		    w->parent.name ? w->parent.name : "",
		    w->draft->scheduled ? "1" : "");
	return rt_pipe_end(&p);
}

/* Then the form must not come back to this id. */
static enum rt_err post_leave_id(struct rt *rt, struct arena *a,
				 const struct writing *w)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	rt_pipe(&p, "DEL " KEY_ONCE, post_once(a, w));
	rt_pipe(&p, "ZREM " KEY_OUTBOX " " ID, w->id);
	return rt_pipe_end(&p);
}

/* Finds an id, and stores the post under it. */
static enum rt_err post_write(struct rt *rt, struct arena *a,
			      struct writing *w)
{
	enum rt_err err;

	for (int i = 0; i < IDS_MAX; i++) {
		if ((err = post_look(rt, a, w)) ||
		    (err = post_take_id(rt, a, w)) ||
		    (err = post_store(rt, a, w)))
			return err;
		if (w->time != STORED_NOWHERE)
			return RT_OK;
		if ((err = post_leave_id(rt, a, w)))
			return err;
	}
	return RT_BROKEN;
}

/* Into every list but the followers' timelines, which a worker fills. */
static enum rt_err post_publish(struct rt *rt, struct arena *a,
				const struct writing *w)
{
	uint64_t me = w->author->id;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	push_post(&p, me, w->id, w->adopted);
	tags_push(&p, w->draft->body,
		  (struct trend_post){ w->id, me, w->time });
	told_notice(&p, &w->mentions, target_author(&w->parent), w->id, me);
	err = rt_pipe_end(&p);
	return err ? err : thread_add(rt, a, w->parent.id, w->id);
}

/*
 * Tells the worker, and everybody who has a page open.  The bus may lose all
 * of it, so we look at no error: the sweep finds the post in the outbox, and
 * the next look at a page shows it.
 */
static void post_hand_on(struct rt *rt, struct arena *a,
			 const struct writing *w)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt_bus(rt), a);
	outbox_push(&p, w->author->id, w->id);
	told_hint(&p, &w->mentions, target_author(&w->parent));
	rt_pipe_end(&p);
}

/* ---- the whole of it --------------------------------------------------- */

enum rt_err rt_post_create(struct rt *rt, struct arena *a,
			   const struct rt_user *me,
			   const struct rt_draft *draft, uint64_t *id)
{
	struct writing w = { .author = me, .draft = draft };
	enum rt_err err;

	if ((err = post_write(rt, a, &w)))
		return err;
	if (w.time) {
		if ((err = post_publish(rt, a, &w)))
			return err;
		post_hand_on(rt, a, &w);
	}
	*id = w.id;
	return RT_OK;
}

enum rt_err rt_post_delete(struct rt *rt, struct arena *a,
			   const struct rt_user *me, uint64_t id)
{
	return erase_post(rt, a, id, me->id);
}

/* ---- a post whose request died ----------------------------------------- */

/*
 * Looks again for what post_look() and post_take_id() found, but for the limit
 * and the id.  If the parent is gone by now, neither it nor its author hears
 * of the reply.
 */
static enum rt_err post_look_again(struct rt *rt, struct arena *a,
				   struct writing *w)
{
	const char *layout = NULL;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	mentions_look(&p, &w->mentions, w->draft->body);
	target_look(&p, &w->parent, w->draft->reply_to);
	layout_ask(&p, &layout);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (target_is_gone(&w->parent))
		w->parent = (struct target){ 0 };
	w->adopted = layout_adopted(rt, layout);
	rt_pipe_begin(&p, rt, a);
	mentions_check(&p, &w->mentions);
	if ((err = rt_pipe_end(&p)))
		return err;
	mentions_take(&w->mentions, w->author->id);
	return RT_OK;
}

enum rt_err post_finish(struct rt *rt, struct arena *a,
			const struct rt_user *author,
			const struct rt_draft *draft, uint64_t id,
			uint64_t time)
{
	struct writing w = {
		.author = author, .draft = draft, .id = id, .time = time
	};
	enum rt_err err = post_look_again(rt, a, &w);

	return err ? err : post_publish(rt, a, &w);
}
