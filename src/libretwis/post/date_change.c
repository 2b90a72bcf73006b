/*
 * Changing and cancelling a date.
 *
 * One script decides, and stores the new date in the post.  The list of dates
 * and the job that tells those who come follow.  If the request dies in
 * between, the form that is sent again finds the date changed as it says, and
 * does the rest; and `retwis-admin check --repair` sets an entry of the list
 * that has another time than its post.
 */
#include <string.h>

#include "libretwis/dates.h"
#include "libretwis/member/rate_limit.h"
#include "libretwis/post/attached.h"
#include "libretwis/post/board_jobs.h"
#include "libretwis/post/date_change.lua.h"
#include "libretwis/site/act_log.h"
#include "schema/key.h"

bool rt_may_change_date(const struct rt_user *me, const struct rt_post *post)
{
	const struct rt_date *date = post->attached.date;

	return me->id && date && !date->is_cancelled &&
	       !rt_date_has_begun(date) &&
	       (me->id == post->user_id || me->standing == RT_HOST);
}

static enum rt_err date_change_result(const char *word)
{
	static const struct {
		const char *word;
		enum rt_err err;
	} results[] = {
		{ "done", RT_OK },       { "again", RT_OK },
		{ "same", RT_OK },       { "gone", RT_NOT_FOUND },
		{ "denied", RT_DENIED }, { "late", RT_LATE },
		{ "changed", RT_TAKEN },
	};

	for (size_t i = 0; word && i < sizeof results / sizeof *results; i++)
		if (strcmp(word, results[i].word) == 0)
			return results[i].err;
	return RT_BROKEN;
}

/* ---- both --------------------------------------------------------------- */

struct date_change {
	const struct rt_user *me;
	struct rt_date_change to; /* if it is cancelled, only its id */
	bool is_cancel;
	struct rate_limit limit;
	uint64_t is_host;
	union post_fields post;
	struct act act; /* of a host, with another member's post */
	const char *word;
};

/* The hosts' set decides, and not the copy in the member's hash. */
static enum rt_err date_change_begin(struct rt *rt, struct arena *a,
				     struct date_change *c)
{
	const struct rt_acting who = { .by = c->me->id };
	struct rt_pipe p;
	uint64_t author;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	if (!c->is_cancel)
		rate_limit_queue_member(&p, &c->limit, RT_RATE_POST,
					c->me->id);
	if (c->me->standing == RT_HOST)
		rt_pipe_u64(&p, &c->is_host, "SISMEMBER " KEY_HOSTS " " ID,
			    c->me->id);
	post_fields_queue(&p, &c->post, c->to.id,
			  POST_USER_ID | POST_BODY | POST_QUESTION);
	if ((err = rt_pipe_end(&p)) || (err = rate_limit_check(rt, &c->limit)))
		return err;
	author = rt_u64(c->post.user_id);
	if (!author || !c->post.body)
		return RT_NOT_FOUND;
	if (author == c->me->id)
		return RT_OK;
	if (!c->is_host)
		return RT_DENIED;
	c->act = act_new(a, c->is_cancel ? RT_ACT_CANCEL : RT_ACT_DATE, author,
			 c->to.id, &who);
	return RT_OK;
}

static enum rt_err date_change_store(struct rt *rt, struct arena *a,
				     struct date_change *c)
{
	const struct rt_date *d = &c->to.date;
	const char *times = arena_printf(a, "%lld %lld", (long long)d->begins,
					 (long long)d->ends);
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	if (c->act.token) {
		act_begin(&p, &c->act);
		rt_pipe_then(&p);
	}
	rt_pipe_str(&p, &c->word,
		    "EVAL %s 1 " KEY_POST " " ID " %d %s %lld %s %s %s %s",
		    DATE_CHANGE_LUA, c->to.id, c->me->id, c->is_host != 0,
		    c->act.token ? c->act.token : "", (long long)time(NULL),
		    c->is_cancel ? "" : arena_printf(a, ID, c->to.changes),
		    times, d->is_all_day ? " day" : "",
		    d->place ? d->place : "");
	return rt_pipe_end(&p);
}

static void date_change_queue(struct rt_pipe *p, const struct date_change *c)
{
	struct rt_attached attached = attached_read(p->a, &c->post);

	attached.date = &c->to.date;
	rt_pipe(p, "ZADD " KEY_DATES " %lld " ID, (long long)c->to.date.begins,
		c->to.id);
	board_reminder_move(p, c->to.id, &attached);
}

static enum rt_err date_change_finish(struct rt *rt, struct arena *a,
				      const struct date_change *c,
				      enum rt_err result)
{
	bool tells = !result && strcmp(c->word, "same") != 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	if (tells && !c->is_cancel)
		date_change_queue(&p, c);
	if (tells)
		board_job_put(&p,
			      c->is_cancel ? BOARD_CANCELLED : BOARD_CHANGED,
			      c->to.id, time(NULL));
	if (c->act.token)
		act_finish(&p, &c->act,
			   !result && strcmp(c->word, "done") == 0);
	err = rt_pipe_end(&p);
	return err ? err : result;
}

static enum rt_err date_change(struct rt *rt, struct arena *a,
			       struct date_change *c)
{
	enum rt_err err;

	if ((err = date_change_begin(rt, a, c)) ||
	    (err = date_change_store(rt, a, c)))
		return err;
	return date_change_finish(rt, a, c, date_change_result(c->word));
}

/* ---- one or the other --------------------------------------------------- */

enum rt_err rt_date_change(struct rt *rt, struct arena *a,
			   const struct rt_user *me,
			   const struct rt_date_change *to)
{
	struct date_change c = { .me = me, .to = *to };

	return date_change(rt, a, &c);
}

enum rt_err rt_date_cancel(struct rt *rt, struct arena *a,
			   const struct rt_user *me, uint64_t id)
{
	struct date_change c = { .me = me, .to.id = id, .is_cancel = true };

	return date_change(rt, a, &c);
}
