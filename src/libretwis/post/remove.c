/*
 * Removing a post, restoring it, and deleting it after thirty days.  removed.h
 * says what there is of such a post.
 */
#include <string.h>

#include "base/clock.h"
#include "base/secret.h"
#include "libretwis/member/notify.h"
#include "libretwis/post/deletion.h"
#include "libretwis/post/indexing_note.h"
#include "libretwis/post/remove.lua.h"
#include "libretwis/post/removed.h"
#include "libretwis/post/removed_keep.lua.h"
#include "libretwis/post/restore.lua.h"
#include "libretwis/post/tag.h"
#include "libretwis/site/act_log.h"
#include "libretwis/site/aof_rewrite.h"
#include "patterns/delayed.h"
#include "schema/key.h"

#define QUEUE "removed"

/*
 * After this time, in milliseconds, nobody is still removing the post, and a
 * copy of its words that it does not name is of no use.
 */
#define UNFINISHED_MS 600000

#define TRIES  5  /* if its author keeps correcting it */
#define COPIES 64 /* of the words of one post, that are looked at */

#define WORDS_FIELDS                                                          \
	(POST_BODY | POST_MENTIONS | POST_BEFORE | POST_BEFORE_MENTIONS)

/* ---- removing ---------------------------------------------------------- */

static struct delayed removed_entry(struct arena *a, uint64_t id)
{
	return (struct delayed){ .text = arena_printf(a, ID, id) };
}

static uint64_t removed_soon(void)
{
	return (uint64_t)clock_date_ms() + UNFINISHED_MS;
}

static uint64_t removed_until_ms(const char *token)
{
	return act_us(token) / 1000 + REMOVED_SECONDS * 1000ULL;
}

static enum rt_err removed_read_post(struct rt *rt, struct arena *a,
				     uint64_t id, union post_fields *post)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	post_fields_queue(&p, post, id,
			  POST_USER_ID | POST_REPOST_OF | POST_REMOVED |
				  POST_TIME | WORDS_FIELDS);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (!rt_u64(post->user_id) || post->repost_of)
		return RT_NOT_FOUND;
	if (post->removed)
		return RT_TAKEN;
	return post->body ? RT_OK : RT_NOT_FOUND;
}

static enum rt_err remove_write(struct rt *rt, struct arena *a,
				const struct act *act,
				const union post_fields *post,
				const char **done)
{
	struct removed_words w = removed_words_of(post);
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	act_begin(&p, act);
	delayed_postpone(&p, QUEUE, removed_entry(a, act->post).text,
			 removed_soon());
	rt_pipe(&p, "EVAL %s 1 " KEY_REMOVED " %s %s", REMOVED_KEEP_LUA,
		act->post, act->token, removed_words_join(a, &w));
	rt_pipe_then(&p);
	rt_pipe_str(&p, done, "EVAL %s 1 " KEY_POST " %s %s %s %s %s %s",
		    REMOVE_LUA, act->post, act->token,
		    act_mark_text(a, act, act->reason), w.of[WORD_BODY],
		    w.of[WORD_MENTIONS], w.of[WORD_BEFORE],
		    w.of[WORD_BEFORE_MENTIONS]);
	return rt_pipe_end(&p);
}

static struct trend_post removed_trend(const union post_fields *post,
				       uint64_t id)
{
	return (struct trend_post){
		.id = id,
		.author = rt_u64(post->user_id),
		.time = rt_u64(post->time),
	};
}

/*
 * If a request dies before this, the tags of the post remain in the trends
 * until the day is over for which they count.
 */
static enum rt_err remove_finish(struct rt *rt, struct arena *a,
				 const struct act *act,
				 const union post_fields *post)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	tags_uncount(&p, post->body, removed_trend(post, act->post));
	delayed_postpone(&p, QUEUE, removed_entry(a, act->post).text,
			 removed_until_ms(act->token));
	removed_tell(&p, act->whom, act->post, act->what);
	act_end(&p, act);
	if (!(err = rt_pipe_end(&p)))
		notify_member_now(rt, a, act->whom);
	return err;
}

/* The post was not removed; so nobody needs this copy of its words. */
static enum rt_err remove_undo(struct rt *rt, struct arena *a,
			       const struct act *act)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	rt_pipe(&p, "HDEL " KEY_REMOVED " %s", act->post, act->token);
	act_forget(&p, act);
	return rt_pipe_end(&p);
}

/* RT_LATE: the post was corrected at this moment. */
static enum rt_err remove_try(struct rt *rt, struct arena *a, uint64_t id,
			      const struct rt_acting *who)
{
	union post_fields post;
	const char *done = NULL;
	struct act act;
	enum rt_err err;

	if ((err = removed_read_post(rt, a, id, &post)))
		return err;
	act = act_new(a, RT_ACT_REMOVE, rt_u64(post.user_id), id, who);
	if ((err = remove_write(rt, a, &act, &post, &done)))
		return err;
	if (!done)
		return RT_BROKEN;
	if (strcmp(done, "done") == 0)
		return remove_finish(rt, a, &act, &post);
	if ((err = remove_undo(rt, a, &act)))
		return err;
	if (strcmp(done, "changed") == 0)
		return RT_LATE;
	return strcmp(done, "taken") == 0 ? RT_TAKEN : RT_NOT_FOUND;
}

enum rt_err rt_post_remove(struct rt *rt, struct arena *a, uint64_t id,
			   const struct rt_acting *who)
{
	enum rt_err err = RT_LATE;

	for (int tries = 0; err == RT_LATE && tries < TRIES; tries++)
		err = remove_try(rt, a, id, who);
	return err;
}

/* ---- restoring --------------------------------------------------------- */

/* RT_NOT_FOUND if it is gone, or has not been removed. */
static enum rt_err restore_read(struct rt *rt, struct arena *a, uint64_t id,
				union post_fields *post,
				struct act_mark *removed,
				struct removed_words *w)
{
	const char *words;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	post_fields_queue(&p, post, id,
			  POST_USER_ID | POST_TIME | POST_REMOVED);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (!removed_parse(a, post, removed))
		return RT_NOT_FOUND;
	rt_pipe_begin(&p, rt, a);
	removed_queue_words(&p, id, post, &words);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (!words)
		return RT_NOT_FOUND;
	*w = removed_words_split(a, words);
	return RT_OK;
}

/*
 * The note makes a worker look after all lists that follow from the words, as
 * if its author had corrected it.
 */
static enum rt_err restore_write(struct rt *rt, struct arena *a,
				 const struct act *act, const char *token,
				 const struct removed_words *w, uint64_t *done)
{
	const char *note = secret_new(a);
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	act_begin(&p, act);
	indexing_note_before(&p, act->post, note);
	rt_pipe_then(&p);
	rt_pipe_u64(&p, done, "EVAL %s 1 " KEY_POST " %s %s %s %s %s %s",
		    RESTORE_LUA, act->post, act->token, token,
		    w->of[WORD_BODY], w->of[WORD_MENTIONS], w->of[WORD_BEFORE],
		    w->of[WORD_BEFORE_MENTIONS]);
	rt_pipe_then(&p);
	indexing_note_done(&p, act->post, note);
	return rt_pipe_end(&p);
}

static enum rt_err restore_finish(struct rt *rt, struct arena *a,
				  const struct act *act, const char *token,
				  const union post_fields *post,
				  const char *body)
{
	struct delayed entry = removed_entry(a, act->post);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	tags_count(&p, body, removed_trend(post, act->post));
	rt_pipe(&p, "HDEL " KEY_REMOVED " %s", act->post, token);
	delayed_done(&p, QUEUE, &entry);
	removed_tell(&p, act->whom, act->post, act->what);
	act_end(&p, act);
	if (!(err = rt_pipe_end(&p)))
		notify_member_now(rt, a, act->whom);
	return err;
}

enum rt_err rt_post_restore(struct rt *rt, struct arena *a, uint64_t id,
			    const struct rt_acting *who)
{
	union post_fields post;
	struct removed_words w;
	struct act_mark removed;
	uint64_t done = 0;
	struct act act;
	enum rt_err err;

	if ((err = restore_read(rt, a, id, &post, &removed, &w)))
		return err;
	act = act_new(a, RT_ACT_RESTORE, rt_u64(post.user_id), id, who);
	if ((err = restore_write(rt, a, &act, removed.token, &w, &done)))
		return err;
	if (done)
		return restore_finish(rt, a, &act, removed.token, &post,
				      w.of[WORD_BODY]);
	return act_forget_now(rt, a, &act, RT_NOT_FOUND);
}

/* ---- the end of the thirty days ---------------------------------------- */

/* An entry of the queue, and what there is of its post. */
struct expiring {
	uint64_t id;
	union post_fields post;
	struct rt_texts copies; /* tokens in removed:ID */
};

/*
 * The copies are read first: one that is made after that is not among them.
 */
static enum rt_err expiring_read(struct rt *rt, struct arena *a,
				 struct expiring *x)
{
	struct rt_pipe p;

	rt_pipe_begin_lenient(&p, rt, a);
	rt_pipe_texts(&p, &x->copies, COPIES, "HKEYS " KEY_REMOVED, x->id);
	rt_pipe_then(&p);
	post_fields_queue(&p, &x->post, x->id, POST_USER_ID | POST_REMOVED);
	return rt_pipe_end(&p);
}

/*
 * Returns whether there is a young copy: it belongs to somebody who is removing
 * the post now.
 */
static bool expiring_drop_copies(struct rt_pipe *p, const struct expiring *x,
				 const char *token)
{
	uint64_t now = (uint64_t)clock_date_ms();
	bool is_young = false;

	for (size_t i = 0; i < x->copies.n; i++) {
		const char *copy = x->copies.v[i];

		if (token && strcmp(copy, token) == 0)
			continue;
		if (rt_u64(copy) / 1000 + UNFINISHED_MS > now)
			is_young = true;
		else
			rt_pipe(p, "HDEL " KEY_REMOVED " %s", x->id, copy);
	}
	return is_young;
}

/*
 * A rewrite is owed also for a post that is gone: we may have deleted it, and
 * died before we could owe one.
 */
static void expiring_end(struct rt_pipe *p, const struct expiring *x,
			 const struct delayed *entry)
{
	if (x->post.removed || !x->post.user_id) {
		rt_pipe_then(p);
		aof_rewrite_owe(p);
		rt_pipe_then(p);
	}
	delayed_done(p, QUEUE, entry);
}

/*
 * A post whose deletion was cut off still has its field `removed`; what is left
 * to delete is found by its words, so they are dropped only after that.
 */
static enum rt_err removed_expire(struct rt *rt, struct arena *a,
				  const struct delayed *entry)
{
	uint64_t now = (uint64_t)clock_date_ms(), until = 0;
	struct expiring x = { .id = rt_u64(entry->text) };
	struct act_mark removed = { 0 };
	struct rt_pipe p;
	enum rt_err err;
	bool is_young;

	if ((err = expiring_read(rt, a, &x)))
		return err;
	if (removed_parse(a, &x.post, &removed))
		until = removed_until_ms(removed.token);
	if (until && until <= now) {
		err = deletion_begin(rt, a, x.id, 0);
		if (err && err != RT_NOT_FOUND)
			return err;
	}
	rt_pipe_begin(&p, rt, a);
	is_young = expiring_drop_copies(&p, &x,
					until > now ? removed.token : NULL);
	if (until > now)
		delayed_again(&p, QUEUE, entry, until);
	else if (is_young)
		delayed_again(&p, QUEUE, entry, removed_soon());
	else
		expiring_end(&p, &x, entry);
	return rt_pipe_end(&p);
}

enum rt_err rt_removed_run(struct rt *rt, struct arena *a)
{
	return delayed_run(rt, a, QUEUE, removed_expire);
}
