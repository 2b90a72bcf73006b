#include "libretwis/post/erasure.h"

#include "base/clock.h"
#include "libretwis/member/notice.h"
#include "libretwis/picture/picture_row.h"
#include "libretwis/post/answers.h"
#include "libretwis/post/attached.h"
#include "libretwis/post/board_lists.h"
#include "libretwis/post/conversation.h"
#include "libretwis/post/erasure_close.lua.h"
#include "libretwis/post/erasure_forget.lua.h"
#include "libretwis/post/erasure_note.lua.h"
#include "libretwis/post/removed.h"
#include "libretwis/post/word_index.h"
#include "redis/wait_replicas.h"
#include "schema/key.h"

/*
 * What a step queues for one post, in parts.  Each part relies on the parts
 * before it being done for all posts.  A NULL ends the step.
 */
typedef void erasing(struct rt_pipe *p, struct erasure *e);

/* ---- what others did with it ---------------------------------------- */

/*
 * Nobody can repost a repost.  A database that says otherwise could lead us in
 * circles, so the reposts of a repost are not read.
 */
static void erasure_read_crowd(struct rt_pipe *p, struct erasure *e)
{
	e->likers = e->answerers = e->reposts = (struct rt_texts){ 0 };
	rt_pipe_texts(p, &e->likers, ERASURE_SOME, "ZRANGE " KEY_LIKES " 0 %d",
		      e->id, ERASURE_SOME - 1);
	answers_queue_members(p, &e->answerers, e->id, ERASURE_SOME);
	if (e->found != FOUND_WITH_POST)
		rt_pipe_texts(p, &e->reposts, ERASURE_SOME,
			      "ZRANGE " KEY_REPOSTS " 0 %d", e->id,
			      ERASURE_SOME - 1);
}

static erasing *const read_next_crowd[] = { erasure_read_crowd, NULL };

static void erasure_count_crowd(struct rt_pipe *p, struct erasure *e)
{
	rt_pipe_u64(p, &e->liked, "ZCARD " KEY_LIKES, e->id);
	answers_queue_count(p, &e->answered, e->id);
	rt_pipe_u64(p, &e->reposted, "ZCARD " KEY_REPOSTS, e->id);
}

bool erasure_has_crowd(const struct erasure *e)
{
	return e->likers.n || e->answerers.n || e->reposts.n || e->liked ||
	       e->answered || e->reposted;
}

static void erasure_take_back(struct rt_pipe *p, struct erasure *e)
{
	for (size_t i = 0; i < e->answerers.n; i++)
		rt_pipe(p, "ZREM " KEY_ANSWERED " " ID,
			rt_u64(e->answerers.v[i]), e->id);
	for (size_t i = 0; i < e->likers.n; i++)
		rt_pipe(p, "ZREM " KEY_LIKED " " ID, rt_u64(e->likers.v[i]),
			e->id);
}

/*
 * They are removed from the sets, too, so that the next read finds others.  So
 * is an entry that is no id, or every read would find it again.
 */
static void erasure_empty_sets(struct rt_pipe *p, struct erasure *e)
{
	for (size_t i = 0; i < e->likers.n; i++)
		rt_pipe(p, "ZREM " KEY_LIKES " %s", e->id, e->likers.v[i]);
	for (size_t i = 0; i < e->answerers.n; i++) {
		answers_forget(p, e->id, rt_u64(e->answerers.v[i]));
		rt_pipe(p, "ZREM " KEY_ANSWERS " %s", e->id,
			e->answerers.v[i]);
	}
	for (size_t i = 0; i < e->reposts.n; i++)
		rt_pipe(p, "ZREM " KEY_REPOSTS " %s", e->id, e->reposts.v[i]);
}

static erasing *const drop_crowd[] = { erasure_take_back, erasure_empty_sets,
				       NULL };

/* ---- the beginning -------------------------------------------------- */

/* The note comes first: if we die after it, a worker finishes the deletion. */
static void erasure_note(struct rt_pipe *p, struct erasure *e)
{
	if (e->found == FOUND_ALONE)
		rt_pipe(p, "EVAL %s 1 " KEY_ERASING " %lld " ID,
			ERASURE_NOTE_LUA, (long long)e->date_ms, e->id);
}

/* A claim may be ahead of its repost, which is then kept from being stored. */
static void erasure_close(struct rt_pipe *p, struct erasure *e)
{
	rt_pipe(p, "EVAL %s 1 " KEY_POST " %d", ERASURE_CLOSE_LUA, e->id,
		e->found == FOUND_WITH_CLAIM ? IDEMPOTENCY_SECONDS : 0);
	rt_pipe_lenient(p);
	post_fields_queue(
		p, &e->fields, e->id,
		POST_WAS_USER_ID | POST_WAS_BODY | POST_REPLY_TO |
			POST_REPLY_NAME | POST_MENTIONS | POST_TIME |
			POST_ROOT | POST_ROOT_USER_ID | POST_REPOST_OF |
			POST_SCHEDULED | POST_USERNAME | POST_BEFORE |
			POST_BEFORE_MENTIONS | POST_REMOVED | ATTACHED_FIELDS);
	rt_pipe_lenient(p);
}

static void erasure_queue_crowd(struct rt_pipe *p, struct erasure *e)
{
	if (e->crowd == CROWD_LEFT)
		erasure_count_crowd(p, e);
	else
		erasure_read_crowd(p, e);
}

/*
 * The crowd comes last: a request that likes or reposts the post after the
 * crowd has been read finds the post closed.
 */
static erasing *const close_and_read[] = { erasure_note, erasure_close,
					   erasure_queue_crowd, NULL };

bool erasure_is_closed(const struct erasure *e)
{
	return e->fields.was_user_id;
}

/* ---- what it is in -------------------------------------------------- */

static void erasure_drop_from_thread(struct rt_pipe *p, struct erasure *e)
{
	struct counted *c = e->count;

	c->what = COUNT_REPLIES;
	c->post = rt_u64(e->fields.reply_to);
	rt_pipe(p, "LREM " KEY_REPLIES " 0 %s", c->post, e->entry);
	count_queue(p, c->what, c->post, &c->n);
	conversation_drop(p, rt_u64(e->fields.root), e->id);
}

static void erasure_drop_from_original(struct rt_pipe *p, struct erasure *e)
{
	struct counted *c = e->count;

	c->what = COUNT_REPOSTS;
	c->post = e->original;
	rt_pipe(p, "ZREM " KEY_REPOSTS " " ID, c->post, e->id);
	count_queue(p, c->what, c->post, &c->n);
	if (!e->owner)
		rt_pipe_u64(p, &e->owner, "HGET " KEY_POST " user_id",
			    c->post);
}

/* A repost has a body only for PHP Retwis, and no tags. */
static void erasure_drop_from_tags(struct rt_pipe *p, struct erasure *e)
{
	const char *body = e->fields.was_body;
	const struct trend_post post = {
		.id = e->id,
		.author = e->author,
		.time = rt_u64(e->fields.time),
	};

	e->tags = arena_alloc(p->a, sizeof *e->tags);
	if (body && !e->original)
		tags_drop(p, e->tags, body, e->fields.before, post);
}

static void erasure_drop_from_words(struct rt_pipe *p, const struct erasure *e)
{
	const union post_fields *f = &e->fields;

	if (!e->original)
		word_index_drop(p, e->id, f->was_body, f->before, f->username);
}

/* Once the hash is gone, or closed, nothing has them. */
static void erasure_release_pictures(struct rt_pipe *p,
				     const struct erasure *e)
{
	const struct rt_attached attached = attached_read(p->a, &e->fields);

	pictures_release(p, attached.picture, attached.pictures);
}

static void erasure_drop_from_lists(struct rt_pipe *p, struct erasure *e)
{
	if (!e->author)
		e->author = rt_u64(e->fields.was_user_id);
	if (!e->original)
		e->original = rt_u64(e->fields.repost_of);
	rt_pipe(p, "LREM " KEY_TIMELINE " 0 %s", e->entry);
	board_unlist(p, e->id, &e->fields);
	erasure_release_pictures(p, e);
	erasure_drop_from_tags(p, e);
	erasure_drop_from_words(p, e);
	recipients_queue(p, &e->recipients, &e->fields);
	if (e->fields.reply_to)
		erasure_drop_from_thread(p, e);
	else if (e->original && e->found != FOUND_WITH_POST)
		erasure_drop_from_original(p, e);
}

static erasing *const drop_from_lists[] = { erasure_drop_from_lists, NULL };

/* ---- the post itself ------------------------------------------------ */

static bool erasure_is_led_by_author(const struct erasure *e)
{
	return e->found == FOUND_WITH_AUTHOR || e->found == FOUND_WITH_CLAIM;
}

/* Whether a form or a button that was pressed twice could bring it back. */
static bool erasure_may_come_back(const struct erasure *e)
{
	return e->found == FOUND_ALONE || e->found == FOUND_WITH_CLAIM;
}

/*
 * The claim is removed by its score, which is the id of this repost.  If the
 * author has reposted the same post again, that claim has another score, and
 * is not removed.
 */
static void erasure_drop_from_author(struct rt_pipe *p,
				     const struct erasure *e)
{
	rt_pipe(p, "LREM " KEY_OWN " 0 %s", e->author, e->entry);
	rt_pipe(p, "ZREMRANGEBYSCORE " KEY_REPOSTED " " ID " " ID, e->author,
		e->id, e->id);
}

/*
 * The mark outlives whatever can send the form again.  For a scheduled post
 * that is a worker, because another one may have died before it removed the
 * draft.
 */
static void erasure_leave_mark(struct rt_pipe *p, const struct erasure *e)
{
	rt_pipe(p, "EVAL %s 1 " KEY_POST " %d", ERASURE_FORGET_LUA, e->id,
		e->fields.scheduled ? IDEMPOTENCY_LATER_SECONDS
				    : IDEMPOTENCY_SECONDS);
}

static bool erasure_may_end(const struct erasure *e)
{
	return e->crowd == CROWD_ERASED || !erasure_has_crowd(e);
}

/* While a crowd waits, the sets in which it is found are kept. */
static void erasure_drop_keys(struct rt_pipe *p, const struct erasure *e)
{
	for (const struct key *k = all_keys; k->format; k++)
		if (key_is_of(k, A_POST) &&
		    (k->ends == ENDS_DROPPED ||
		     (k->ends == ENDS_EMPTIED && erasure_may_end(e))))
			rt_pipe(p, "UNLINK %s",
				arena_printf(p->a, k->format, e->id));
}

static void erasure_drop_traces(struct rt_pipe *p, struct erasure *e)
{
	erasure_drop_keys(p, e);
	rt_pipe(p, "ZREM " KEY_OUTBOX " " ID, e->id);
	tags_disuse(p, e->tags);
	recipients_drop(p, &e->recipients, e->id, e->author);
	notice_drop(p, e->owner, RT_NOTICE_REPOST, e->original, e->author);
	if (e->found == FOUND_ALONE)
		notice_drop_post(p, e->author, e->id);
	if (!erasure_is_led_by_author(e))
		erasure_drop_from_author(p, e);
}

/*
 * Only now, because the steps before find everything by the hash, or by the
 * words of a post that a moderator has removed.
 */
static void erasure_drop_hash(struct rt_pipe *p, struct erasure *e)
{
	tags_queue(p, e->tags);
	if (!erasure_may_end(e))
		return;
	rt_pipe(p, "UNLINK " KEY_REMOVED, e->id);
	if (erasure_may_come_back(e))
		erasure_leave_mark(p, e);
	else
		rt_pipe(p, "UNLINK " KEY_POST, e->id);
}

/*
 * What leads to the post if this has to be done again is removed last: the
 * entry in the author's list and the claim, or the note if nothing else leads
 * to it.
 */
static void erasure_drop_entry(struct rt_pipe *p, struct erasure *e)
{
	if (erasure_is_led_by_author(e))
		erasure_drop_from_author(p, e);
	else if (e->found == FOUND_ALONE && erasure_may_end(e))
		rt_pipe(p, "ZREM " KEY_ERASING " " ID, e->id);
}

static erasing *const drop_post[] = { erasure_drop_traces, erasure_drop_hash,
				      erasure_drop_entry, NULL };

static void erasure_use_tags(struct rt_pipe *p, struct erasure *e)
{
	tags_reuse(p, e->tags);
}

static erasing *const reuse_tags[] = { erasure_use_tags, NULL };

/* ---- the steps ------------------------------------------------------ */

/* A key of the wrong type must not stop anybody from deleting a post. */
static enum rt_err erase_step(struct rt *rt, struct arena *a,
			      struct erasure *e, size_t n,
			      erasing *const *part)
{
	struct rt_pipe p;

	rt_pipe_begin_lenient(&p, rt, a);
	for (; *part; part++) {
		wait_replicas_then(&p);
		for (size_t i = 0; i < n; i++)
			(*part)(&p, &e[i]);
	}
	return rt_pipe_end(&p);
}

enum rt_err erase_rest(struct rt *rt, struct arena *a, struct erasure *e,
		       size_t n)
{
	struct counted *count = arena_alloc(a, n * sizeof *count);
	enum rt_err err;

	for (size_t i = 0; i < n; i++)
		e[i].count = &count[i];
	if ((err = erase_step(rt, a, e, n, drop_from_lists)) ||
	    (err = counts_copy(rt, a, count, n)) ||
	    (err = erase_step(rt, a, e, n, drop_post)))
		return err;
	/* Redis refuses this while memory is full, which is no error. */
	erase_step(rt, a, e, n, reuse_tags);
	return RT_OK;
}

/* Those of a post that a moderator has removed are in another key. */
static enum rt_err erase_recall_words(struct rt *rt, struct arena *a,
				      struct erasure *e, size_t n)
{
	const char **words = arena_alloc(a, n * sizeof *words);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	for (size_t i = 0; i < n; i++)
		removed_queue_words(&p, e[i].id, &e[i].fields, &words[i]);
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = 0; i < n; i++) {
		removed_take_words(a, words[i], &e[i].fields);
		if (words[i])
			e[i].fields.was_body = e[i].fields.body;
	}
	return RT_OK;
}

enum rt_err erase_begin(struct rt *rt, struct arena *a, struct erasure *e,
			size_t n)
{
	enum rt_err err = erase_step(rt, a, e, n, close_and_read);

	return err ? err : erase_recall_words(rt, a, e, n);
}

/* ---- the crowd ------------------------------------------------------ */

/*
 * No page lets anybody like or repost a repost.  If somebody seems to have
 * done so, another program has written that, and maybe without end.  So only
 * one hundred are taken back, and `check` finds the others.
 */
static enum rt_err erase_reposts(struct rt *rt, struct arena *a,
				 struct erasure *e, size_t n)
{
	enum rt_err err;

	if ((err = erase_begin(rt, a, e, n)) ||
	    (err = erase_step(rt, a, e, n, drop_crowd)))
		return err;
	return erase_rest(rt, a, e, n);
}

/* A repost shows nothing without its post, so reposts are erased with it. */
enum rt_err erase_some(struct rt *rt, struct arena *a, struct erasure *e)
{
	struct erasure *repost = arena_alloc(a, e->reposts.n * sizeof *repost);
	enum rt_err err;
	size_t n = 0;

	for (size_t i = 0; i < e->reposts.n; i++) {
		const char *entry = e->reposts.v[i];
		uint64_t id = rt_u64(entry);

		if (id && id != e->id)
			repost[n++] = (struct erasure){
				.id = id,
				.entry = entry,
				.found = FOUND_WITH_POST,
			};
	}
	if (n && (err = erase_reposts(rt, a, repost, n)))
		return err;
	return erase_step(rt, a, e, 1, drop_crowd);
}

static bool erase_is_over(int64_t end_ms)
{
	return end_ms && clock_ms() >= end_ms;
}

/*
 * Each hundred has its own memory, because there may be very many.  A host
 * waits until the whole crowd is gone; a worker stops after `end_ms` and comes
 * back.
 */
static enum rt_err erase_crowd(struct rt *rt, struct erasure *e,
			       int64_t end_ms)
{
	struct arena part = { 0 };
	enum rt_err err = RT_OK;

	while (!err && erasure_has_crowd(e)) {
		if ((err = erase_some(rt, &part, e)))
			break;
		arena_reset(&part);
		err = erase_step(rt, &part, e, 1, read_next_crowd);
		if (erase_is_over(end_ms))
			break;
	}
	arena_free(&part);
	return err;
}

/*
 * The first crowd loses a hundred however late it is, so that each run makes
 * progress.
 */
static enum rt_err erase_all(struct rt *rt, struct arena *a, struct erasure *e,
			     size_t n, int64_t end_ms)
{
	enum rt_err err = erase_begin(rt, a, e, n);
	bool is_over = false;
	size_t rest = 0;

	for (size_t i = 0; !err && i < n; i++) {
		if (erasure_has_crowd(&e[i]) && !is_over) {
			err = erase_crowd(rt, &e[i], end_ms);
			is_over = erase_is_over(end_ms);
		}
		if (!erasure_has_crowd(&e[i]))
			e[rest++] = e[i];
	}
	return err || !rest ? err : erase_rest(rt, a, e, rest);
}

enum rt_err erase_posts(struct rt *rt, struct arena *a, uint64_t author,
			const char *const *entry, size_t n, int64_t end_ms)
{
	struct erasure *e = arena_alloc(a, n * sizeof *e);

	for (size_t i = 0; i < n; i++)
		e[i] = (struct erasure){ .id = rt_u64(entry[i]),
					 .author = author,
					 .entry = entry[i],
					 .found = FOUND_WITH_AUTHOR };
	return erase_all(rt, a, e, n, end_ms);
}

enum rt_err erase_repost(struct rt *rt, struct arena *a, uint64_t author,
			 uint64_t original, uint64_t owner, uint64_t id)
{
	struct erasure e = { .id = id,
			     .author = author,
			     .original = original,
			     .owner = owner,
			     .entry = arena_printf(a, ID, id),
			     .found = FOUND_WITH_CLAIM };

	return erase_reposts(rt, a, &e, 1);
}
