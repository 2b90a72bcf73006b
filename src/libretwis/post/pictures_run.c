/*
 * What a worker does about pictures: each time that one was taken in, or was
 * taken out of something, it looks whether anything has it, and deletes what
 * nothing has.  Of what came with imported posts it makes pictures first.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/day.h"
#include "libretwis/picture/folder.h"
#include "libretwis/picture/imported_picture.h"
#include "libretwis/post/imported.h"
#include "libretwis/post/picture_drop.lua.h"
#include "libretwis/post/schedule.h"
#include "libretwis/post/picture_holder.h"
#include "libretwis/site/context.h"
#include "libretwis/site/site_hmac.h"
#include "patterns/delayed.h"
#include "redis/wait_replicas.h"
#include "schema/key.h"

#define AWAY_MS   60000    /* until the folder may be there again */
#define BUSY_MS   10000    /* somebody has just changed the row */
#define LATER_MS  86400000 /* a scheduled post has it */
#define SECOND_MS 1000

/*
 * Everything else that a worker does waits meanwhile, and once longer, for the
 * picture that is being made when the time is over.
 */
#define RUN_MS 300

struct picture_look {
	const struct delayed *entry;
	const char *token;
	union picture_fields fields;
	struct picture_row row;
	struct picture_holder holder;
	bool is_scheduled; /* a scheduled post has it */
};

/* ---- who has it --------------------------------------------------------- */

static enum rt_err look_read(struct rt *rt, struct arena *a,
			     struct picture_look *l)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	picture_row_queue(&p, &l->fields, l->token);
	if ((err = rt_pipe_end(&p)))
		return err;
	l->row = picture_row_parse(a, l->token, &l->fields);
	if (!l->row.owner)
		return RT_OK;
	rt_pipe_begin(&p, rt, a);
	picture_holder_queue(&p, &l->holder, &l->row);
	if ((err = rt_pipe_end(&p)) || !l->row.is_later)
		return err;
	return schedule_has_picture(rt, a, l->row.owner, l->token,
				    &l->is_scheduled);
}

/*
 * Whether a request may still be about to give it to something.  Somebody who
 * has left gives nothing any more, and a post that is deleted, or is there and
 * has others, gets nothing.
 */
static bool look_is_early(const struct picture_look *l)
{
	const union post_fields *post = &l->holder.post;

	return (uint64_t)time(NULL) < l->row.time + RT_PICTURE_KEPT &&
	       l->holder.user.username && !post->user_id && !post->gone;
}

/* ---- what becomes of it --------------------------------------------------- */

static enum rt_err look_again(struct rt *rt, struct arena *a,
			      const struct picture_look *l, uint64_t due_ms)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	delayed_again(&p, PICTURES_QUEUE, l->entry, due_ms);
	return rt_pipe_end(&p);
}

static uint64_t look_now_ms(void)
{
	return (uint64_t)clock_date_ms();
}

/* The row comes first: a row without files would be a picture that is lost. */
static enum rt_err look_delete(struct rt *rt, struct arena *a,
			       const struct picture_look *l)
{
	const char *time = l->fields.time ? l->fields.time : "";
	uint64_t is_gone = 0;
	struct rt_pipe p;
	enum rt_err err =
		rt_read_u64(rt, a, &is_gone, "EVAL %s 1 " KEY_PICTURE " %s",
			    PICTURE_DROP_LUA, l->token, time);

	if (err || (err = wait_replicas_data(rt, a)))
		return err;
	if (!is_gone)
		return look_again(rt, a, l, look_now_ms() + BUSY_MS);
	rt_pipe_begin(&p, rt, a);
	if (l->row.owner && !l->row.is_raw)
		pictures_count_queue(&p, -1, l->row.bytes);
	if (folder_delete(rt->context->conf->pictures, l->token)) {
		delayed_done(&p, PICTURES_QUEUE, l->entry);
	} else {
		fprintf(stderr, "retwis-worker: picture %s: %s\n", l->token,
			strerror(errno));
		delayed_again(&p, PICTURES_QUEUE, l->entry,
			      look_now_ms() + AWAY_MS);
	}
	return rt_pipe_end(&p);
}

/* ---- those of imported posts --------------------------------------------- */

static bool look_is_within(const struct picture_look *l, uint64_t seconds)
{
	return (uint64_t)time(NULL) < l->row.time + seconds;
}

/*
 * After a picture was made we look once more: its post may have been deleted
 * meanwhile.
 */
static enum rt_err look_make(struct rt *rt, struct arena *a,
			     const struct picture_look *l)
{
	enum imported_outcome outcome = IMPORTED_LATER;
	enum rt_err err = imported_picture_make(
		rt, a, &l->row, imported_width(l->holder.imported),
		imported_height(l->holder.imported), &outcome);
	struct rt_pipe p;

	if (err)
		return err;
	if (outcome == IMPORTED_DONE)
		return look_again(rt, a, l, look_now_ms() + BUSY_MS);
	if (outcome == IMPORTED_LATER && look_is_within(l, DAY_SECONDS))
		return look_again(rt, a, l, look_now_ms() + AWAY_MS);
	rt_pipe_begin(&p, rt, a);
	pictures_count_refused(&p);
	err = rt_pipe_end(&p);
	return err ? err : look_delete(rt, a, l);
}

static enum rt_err look_end_imported(struct rt *rt, struct arena *a,
				     const struct picture_look *l)
{
	return folder_delete_raw(rt->context->conf->pictures, l->token)
		       ? delayed_end(rt, a, PICTURES_QUEUE, l->entry)
		       : look_again(rt, a, l, look_now_ms() + AWAY_MS);
}

/*
 * A worker may not have stored its post yet, or that is in another file.  The
 * longer it has been so, the longer we wait.
 */
static uint64_t look_wait_ms(const struct picture_look *l)
{
	uint64_t now = (uint64_t)time(NULL);
	uint64_t age = now > l->row.time ? now - l->row.time : 0;
	uint64_t wait_ms = (age / 4 + 1) * SECOND_MS;

	return wait_ms < AWAY_MS ? wait_ms : AWAY_MS;
}

static enum rt_err look_after_imported(struct rt *rt, struct arena *a,
				       const struct picture_look *l)
{
	bool is_raw = l->row.is_raw;

	if (picture_is_held(a, &l->holder, &l->row))
		return is_raw ? look_make(rt, a, l)
			      : look_end_imported(rt, a, l);
	if (is_raw && l->holder.user.username &&
	    look_is_within(l, IMPORTED_WAIT_SECONDS))
		return look_again(rt, a, l, look_now_ms() + look_wait_ms(l));
	return look_delete(rt, a, l);
}

/* ---- each ------------------------------------------------------------------ */

static enum rt_err look_after(struct rt *rt, struct arena *a,
			      const struct delayed *entry)
{
	struct picture_look l = { .entry = entry, .token = entry->text };
	enum rt_err err;

	if (!entry->text || !folder_is_token(entry->text))
		return delayed_end(rt, a, PICTURES_QUEUE, entry);
	if (folder_look(rt->context->conf->pictures, site_hmac_seal(rt, a)) !=
	    FOLDER_OURS)
		return look_again(rt, a, &l, look_now_ms() + AWAY_MS);
	if ((err = look_read(rt, a, &l)))
		return err;
	if (l.row.owner && l.row.is_imported)
		return look_after_imported(rt, a, &l);
	if (l.is_scheduled)
		return look_again(rt, a, &l, look_now_ms() + LATER_MS);
	if (l.row.owner && picture_is_held(a, &l.holder, &l.row))
		return delayed_end(rt, a, PICTURES_QUEUE, entry);
	if (l.row.owner && look_is_early(&l))
		return look_again(rt, a, &l,
				  (l.row.time + RT_PICTURE_KEPT) * SECOND_MS);
	return look_delete(rt, a, &l);
}

enum rt_err rt_pictures_run(struct rt *rt, struct arena *a)
{
	int64_t end_ms = clock_ms() + RUN_MS;
	struct delayed_list list = { .n = rt_has_pictures(rt) };
	enum rt_err err = RT_OK;

	while (!err && list.n) {
		err = delayed_claim(rt, a, PICTURES_QUEUE, look_now_ms(),
				    DELAYED_LEASE_MS, 1, &list);
		if (!err && list.n)
			err = look_after(rt, a, &list.v[0]);
		if (clock_ms() >= end_ms)
			break;
	}
	return err;
}
