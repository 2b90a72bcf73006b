/*
 * Correcting a post.
 *
 * One script decides whether the post may still be corrected, and stores the
 * new text and its pictures with all that pages show.  What else follows from a
 * text is brought up to date by the worker (settle.h), which finds the post by
 * its note in `indexing`.  The note comes first, and is not due until the script
 * must have run: if the request dies in between, nothing that was changed is
 * forgotten.  Each request has a note of its own, whatever else happens to the
 * post.
 *
 * That a worker looks after pictures that are taken out is ordered before that,
 * too, and half a minute ahead: one that is still in the post then stays.
 */
#include <string.h>

#include "base/clock.h"
#include "base/secret.h"
#include "libretwis/member/rate_limit.h"
#include "libretwis/picture/picture_row.h"
#include "libretwis/post/attached.h"
#include "libretwis/post/before.h"
#include "libretwis/post/edit.lua.h"
#include "libretwis/post/indexing_note.h"
#include "libretwis/post/post_fields.h"
#include "libretwis/post/recipients.h"
#include "libretwis/site/context.h"
#include "schema/key.h"

#define MINUTE 60

/* Seconds until a worker has probably caught up with many corrections. */
#define BUSY_SECONDS 10

static time_t edit_seconds(const struct rt *rt)
{
	return (time_t)rt->context->conf->edit_minutes * MINUTE;
}

/* Whose descriptions can be corrected. */
static bool edit_has_pictures(const struct rt *rt,
			      const struct rt_attached *attached)
{
	return attached->pictures && rt_has_pictures(rt);
}

bool rt_may_edit(const struct rt *rt, const struct rt_user *me,
		 const struct rt_post *post)
{
	const struct rt_question *question = post->attached.question;

	return me->id && me->id == post->user_id &&
	       !(question && question->so_far.members &&
		 !edit_has_pictures(rt, &post->attached)) &&
	       time(NULL) < post->time + edit_seconds(rt);
}

/* ---- reading it for the form ---------------------------------------- */

enum rt_err rt_edit_begin(struct rt *rt, struct arena *a,
			  const struct rt_user *me, uint64_t id,
			  struct rt_editable *post)
{
	struct rt_attached attached;
	union post_fields fields;
	struct rt_pipe p;
	enum rt_err err;
	time_t until;

	rt_pipe_begin_lenient(&p, rt, a);
	post_fields_queue(&p, &fields, id,
			  POST_USER_ID | POST_TIME | POST_BODY |
				  POST_REPOST_OF | POST_EDITS | POST_ANSWERED |
				  POST_PICTURES);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (!fields.user_id || !fields.body || fields.repost_of)
		return RT_NOT_FOUND;
	if (rt_u64(fields.user_id) != me->id)
		return RT_DENIED;
	attached = attached_read(a, &fields);
	if (fields.answered && !edit_has_pictures(rt, &attached))
		return RT_ANSWERED;
	until = clock_stored(rt_u64(fields.time)) + edit_seconds(rt);
	if (time(NULL) >= until)
		return RT_LATE;
	*post = (struct rt_editable){
		.id = id,
		.version = fields.edits ? fields.edits : "0",
		.body = rt_text_shown(a, fields.body),
		.picture = attached.picture,
		.pictures = attached.pictures,
		.is_answered = fields.answered != NULL,
		.until = until,
	};
	return RT_OK;
}

/* ---- correcting it -------------------------------------------------- */

struct editing {
	const struct rt_edit *edit;
	union post_fields fields;
	struct mentions mentions;
	const char *pictures;   /* the field, as it is to be */
	struct rt_attached out; /* the pictures that are taken out */
	const char *word;       /* what the script says */
};

/* A field that makes no sense stays as it is. */
static void edit_change_pictures(struct rt *rt, struct arena *a,
				 struct editing *e)
{
	struct rt_attached is = attached_read(a, &e->fields);

	e->pictures = e->fields.pictures ? e->fields.pictures : "";
	if (rt_has_pictures(rt) &&
	    attached_change_pictures(a, &is, e->edit->change, e->edit->changes,
				     &e->out))
		e->pictures = attached_pictures(a, &is);
}

/* Its pictures are changed only if the post still has this version. */
static enum rt_err edit_read(struct rt *rt, struct arena *a,
			     const struct rt_user *me, struct editing *e)
{
	struct mentions *m = &e->mentions;
	struct rate_limit limit;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	rate_limit_queue_member(&p, &limit, RT_RATE_POST, me->id);
	rt_pipe_lenient_on(&p);
	post_fields_queue(&p, &e->fields, e->edit->id, POST_PICTURES);
	mentions_queue(&p, m, e->edit->body);
	if ((err = rt_pipe_end(&p)) || (err = rate_limit_check(rt, &limit)))
		return err;
	edit_change_pictures(rt, a, e);
	rt_pipe_begin_lenient(&p, rt, a);
	mentions_check(&p, m);
	if (!(err = rt_pipe_end(&p)))
		mentions_parse(m, me->id);
	return err;
}

static enum rt_err edit_store(struct rt *rt, struct arena *a,
			      const struct rt_user *me, struct editing *e)
{
	const struct rt_edit *edit = e->edit;
	const char *own = secret_new(a);
	long long now = time(NULL), oldest = now - edit_seconds(rt) + 1;
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	indexing_note_before(&p, edit->id, own);
	pictures_release(&p, e->out.picture, e->out.pictures);
	rt_pipe_then(&p);
	rt_pipe_str(&p, &e->word,
		    "EVAL %s 1 " KEY_POST " " ID " %s %lld %lld %s %s %d %s",
		    EDIT_LUA, edit->id, me->id, edit->version, oldest, now,
		    edit->body, mentions_names(a, &e->mentions), BEFORE_ENOUGH,
		    e->pictures);
	rt_pipe_then(&p);
	indexing_note_done(&p, edit->id, own);
	return rt_pipe_end(&p);
}

static enum rt_err edit_result(struct rt *rt, const char *word)
{
	static const struct {
		const char *word;
		enum rt_err err;
	} results[] = {
		{ "done", RT_OK },        { "same", RT_OK },
		{ "gone", RT_NOT_FOUND }, { "denied", RT_DENIED },
		{ "late", RT_LATE },      { "changed", RT_TAKEN },
		{ "busy", RT_LIMITED },   { "answered", RT_ANSWERED },
	};

	for (size_t i = 0; word && i < sizeof results / sizeof *results; i++) {
		if (strcmp(word, results[i].word) != 0)
			continue;
		if (results[i].err == RT_LIMITED)
			rt->context->wait = BUSY_SECONDS;
		return results[i].err;
	}
	return RT_BROKEN;
}

enum rt_err rt_edit(struct rt *rt, struct arena *a, const struct rt_user *me,
		    const struct rt_edit *edit)
{
	struct editing e = { .edit = edit };
	enum rt_err err;

	if ((err = edit_read(rt, a, me, &e)) ||
	    (err = edit_store(rt, a, me, &e)))
		return err;
	return edit_result(rt, e.word);
}
