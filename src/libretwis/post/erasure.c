#include "libretwis/post/erasure.h"

#include "libretwis/member/notice.h"
#include "libretwis/post/erasure_close.lua.h"
#include "libretwis/post/erasure_forget.lua.h"
#include "libretwis/post/erasure_note.lua.h"
#include "schema/key.h"

/* ---- what others did with it ------------------------------------------- */

/* Nobody can repost a repost: whatever says so would lead us in circles. */
static void erasure_read_crowd(struct rt_pipe *p, struct erasure *e)
{
	e->likers = e->reposts = (struct rt_texts){ 0 };
	rt_pipe_texts(p, &e->likers, ERASURE_SOME, "ZRANGE " KEY_LIKES " 0 %d",
		      e->id, ERASURE_SOME - 1);
	if (e->found != FOUND_WITH_POST)
		rt_pipe_texts(p, &e->reposts, ERASURE_SOME,
			      "ZRANGE " KEY_REPOSTS " 0 %d", e->id,
			      ERASURE_SOME - 1);
}

erasing *const erasure_ask_crowd[] = { erasure_read_crowd, NULL };

static void erasure_count_crowd(struct rt_pipe *p, struct erasure *e)
{
	rt_pipe_u64(p, &e->liked, "ZCARD " KEY_LIKES, e->id);
	rt_pipe_u64(p, &e->reposted, "ZCARD " KEY_REPOSTS, e->id);
}

bool erasure_has_crowd(const struct erasure *e)
{
	return e->likers.n || e->reposts.n || e->liked || e->reposted;
}

static void erasure_leave_likers(struct rt_pipe *p, struct erasure *e)
{
	for (size_t i = 0; i < e->likers.n; i++)
		rt_pipe(p, "ZREM " KEY_LIKED " " ID, rt_u64(e->likers.v[i]),
			e->id);
}

/*
 * They leave the sets, too, so that the next read finds others; and so does
 * what is no id at all, or it would be found for ever.
 */
static void erasure_leave_sets(struct rt_pipe *p, struct erasure *e)
{
	for (size_t i = 0; i < e->likers.n; i++)
		rt_pipe(p, "ZREM " KEY_LIKES " %s", e->id, e->likers.v[i]);
	for (size_t i = 0; i < e->reposts.n; i++)
		rt_pipe(p, "ZREM " KEY_REPOSTS " %s", e->id, e->reposts.v[i]);
}

erasing *const erasure_leave_crowd[] = { erasure_leave_likers,
					 erasure_leave_sets, NULL };

/* ---- the beginning ------------------------------------------------------ */

/* The note comes first: whatever dies now, a worker finishes the deletion. */
static void erasure_note(struct rt_pipe *p, struct erasure *e)
{
	if (e->found == FOUND_ALONE)
		rt_pipe(p, "EVAL %s 1 " KEY_ERASING " %lld " ID,
			ERASURE_NOTE_LUA, (long long)e->date_ms, e->id);
}

static void erasure_close(struct rt_pipe *p, struct erasure *e)
{
	rt_pipe(p, "EVAL %s 1 " KEY_POST, ERASURE_CLOSE_LUA, e->id);
	rt_pipe_lenient(p);
	post_fields_queue(p, &e->fields, e->id,
			  POST_WAS_USER_ID | POST_WAS_BODY | POST_REPLY_TO |
				  POST_REPLY_NAME | POST_MENTIONS | POST_TIME |
				  POST_REPOST_OF | POST_SCHEDULED);
	rt_pipe_lenient(p);
}

static void erasure_meet_crowd(struct rt_pipe *p, struct erasure *e)
{
	if (e->crowd == CROWD_WAITS)
		erasure_count_crowd(p, e);
	else
		erasure_read_crowd(p, e);
}

erasing *const erasure_look[] = { erasure_note, erasure_close,
				  erasure_meet_crowd, NULL };

bool erasure_is_closed(const struct erasure *e)
{
	return e->fields.was_user_id;
}

/* ---- what it is in ----------------------------------------------------- */

static void erasure_leave_thread(struct rt_pipe *p, struct erasure *e)
{
	struct counted *c = e->count;

	c->what = COUNT_REPLIES;
	c->post = rt_u64(e->fields.reply_to);
	rt_pipe(p, "LREM " KEY_REPLIES " 0 %s", c->post, e->entry);
	count_queue(p, c->what, c->post, &c->n);
}

static void erasure_leave_original(struct rt_pipe *p, struct erasure *e)
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

/* A repost has a body for PHP only, and no tags. */
static void erasure_leave_tags(struct rt_pipe *p, struct erasure *e)
{
	const char *body = e->fields.was_body;
	const struct trend_post post = {
		.id = e->id,
		.author = e->author,
		.time = rt_u64(e->fields.time),
	};

	e->tags = arena_alloc(p->a, sizeof *e->tags);
	if (body && !e->original)
		tags_drop(p, e->tags, body, post);
}

static void erasure_leave_lists(struct rt_pipe *p, struct erasure *e)
{
	if (!e->author)
		e->author = rt_u64(e->fields.was_user_id);
	if (!e->original)
		e->original = rt_u64(e->fields.repost_of);
	rt_pipe(p, "LREM " KEY_TIMELINE " 0 %s", e->entry);
	erasure_leave_tags(p, e);
	recipients_queue(p, &e->told, e->fields.reply_name,
			 e->fields.mentions);
	if (e->fields.reply_to)
		erasure_leave_thread(p, e);
	else if (e->original && e->found != FOUND_WITH_POST)
		erasure_leave_original(p, e);
}

erasing *const erasure_leave[] = { erasure_leave_lists, NULL };

/* ---- the post itself --------------------------------------------------- */

/*
 * The claim goes by its score, the id of this repost.  If its author has
 * reposted the same post once more, that claim has another score, and stays.
 */
static void erasure_leave_author(struct rt_pipe *p, const struct erasure *e)
{
	rt_pipe(p, "LREM " KEY_OWN " 0 %s", e->author, e->entry);
	rt_pipe(p, "ZREMRANGEBYSCORE " KEY_REPOSTED " " ID " " ID, e->author,
		e->id, e->id);
}

/*
 * The mark outlives whatever can send the form again: of a scheduled post that
 * is a worker, who may have died before it took the draft away.
 */
static void erasure_leave_mark(struct rt_pipe *p, const struct erasure *e)
{
	rt_pipe(p, "EVAL %s 1 " KEY_POST " %d", ERASURE_FORGET_LUA, e->id,
		e->fields.scheduled ? IDEMPOTENCY_LATER_SECONDS
				    : IDEMPOTENCY_SECONDS);
}

static bool erasure_may_end(const struct erasure *e)
{
	return e->crowd == CROWD_GOES || !erasure_has_crowd(e);
}

/* What has the crowd is kept for as long as one waits, and so is the hash. */
static void erasure_drop_keys(struct rt_pipe *p, const struct erasure *e)
{
	for (const struct key *k = all_keys; k->format; k++)
		if (key_is_of(k, A_POST) &&
		    (k->ends == ENDS_DROPPED ||
		     (k->ends == ENDS_EMPTIED && erasure_may_end(e))))
			rt_pipe(p, "UNLINK %s",
				arena_printf(p->a, k->format, e->id));
}

static void erasure_forget_signs(struct rt_pipe *p, struct erasure *e)
{
	erasure_drop_keys(p, e);
	rt_pipe(p, "ZREM " KEY_OUTBOX " " ID, e->id);
	tags_disuse(p, e->tags);
	recipients_drop(p, &e->told, e->id, e->author);
	notice_drop(p, e->owner, RT_NOTICE_REPOST, e->original, e->author);
	if (e->found == FOUND_ALONE)
		notice_drop_post(p, e->author, e->id);
	if (e->found != FOUND_WITH_AUTHOR)
		erasure_leave_author(p, e);
}

/* The hash knows all of that, and what its tags may be in use for. */
static void erasure_forget_post(struct rt_pipe *p, struct erasure *e)
{
	tags_queue(p, e->tags);
	if (!erasure_may_end(e))
		return;
	if (e->found == FOUND_ALONE)
		erasure_leave_mark(p, e);
	else
		rt_pipe(p, "UNLINK " KEY_POST, e->id);
}

/*
 * Last goes what leads to the post if this has to be done again: the author's
 * list and claim; or the note, if nothing else knows of it.
 */
static void erasure_forget_way(struct rt_pipe *p, struct erasure *e)
{
	if (e->found == FOUND_WITH_AUTHOR)
		erasure_leave_author(p, e);
	else if (e->found == FOUND_ALONE && erasure_may_end(e))
		rt_pipe(p, "ZREM " KEY_ERASING " " ID, e->id);
}

erasing *const erasure_forget[] = { erasure_forget_signs, erasure_forget_post,
				    erasure_forget_way, NULL };

static void erasure_use_tags(struct rt_pipe *p, struct erasure *e)
{
	tags_reuse(p, e->tags);
}

erasing *const erasure_reuse_tags[] = { erasure_use_tags, NULL };
