/*
 * Changing and cancelling a date.
 *
 * One script decides, and stores the new date in the post.  The list of dates
 * and the job that tells those who come follow.  If the request dies in
 * between, whoever sends the form again finds the date changed as they wanted
 * it, and does the rest; and `retwis-admin check --repair` finds an entry of
 * the list with another time than its post.
 */
#include <string.h>

#include "base/day.h"
#include "libretwis/dates.h"
#include "libretwis/member/rate_limit.h"
#include "libretwis/post/attached.h"
#include "libretwis/post/board_jobs.h"
#include "libretwis/post/date_change.lua.h"
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
		{ "done", RT_OK },        { "again", RT_OK },
		{ "same", RT_OK },        { "gone", RT_NOT_FOUND },
		{ "denied", RT_DENIED },  { "late", RT_LATE },
		{ "changed", RT_TAKEN },
	};

	for (size_t i = 0; word && i < sizeof results / sizeof *results; i++)
		if (strcmp(word, results[i].word) == 0)
			return results[i].err;
	return RT_BROKEN;
}

/*
 * What follows from a date that was stored.  A reminder without an end of its
 * own comes a day before the date.
 */
static enum rt_err date_change_finish(struct rt *rt, struct arena *a,
				      const struct rt_date_change *c,
				      const char *question)
{
	const union post_fields fields = { .question = question };
	const struct rt_question *asks = attached_read(a, &fields).question;
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	rt_pipe(&p, "ZADD " KEY_DATES " %lld " ID, (long long)c->date.begins,
		c->id);
	if (asks && asks->reminds && !asks->ends)
		board_job_put(&p, BOARD_REMIND, c->id,
			      c->date.begins - DAY_SECONDS);
	rt_pipe_then(&p);
	board_job_put(&p, BOARD_CHANGED, c->id, time(NULL));
	return rt_pipe_end(&p);
}

enum rt_err rt_date_change(struct rt *rt, struct arena *a,
			   const struct rt_user *me,
			   const struct rt_date_change *c)
{
	const struct rt_date *d = &c->date;
	const char *word = NULL, *question = NULL;
	struct rate_limit limit = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	rate_limit_queue_member(&p, &limit, RT_RATE_POST, me->id);
	if ((err = rt_pipe_end(&p)) || (err = rate_limit_check(rt, &limit)))
		return err;
	rt_pipe_begin(&p, rt, a);
	rt_pipe_str(&p, &word,
		    "EVAL %s 1 " KEY_POST " " ID " %d %lld " ID " %s %s %s",
		    DATE_CHANGE_LUA, c->id, me->id, me->standing == RT_HOST,
		    (long long)time(NULL), c->changes,
		    arena_printf(a, "%lld %lld", (long long)d->begins,
				 (long long)d->ends),
		    d->is_all_day ? " day" : "", d->place ? d->place : "");
	rt_pipe_str(&p, &question, "HGET " KEY_POST " question", c->id);
	if ((err = rt_pipe_end(&p)) || (err = date_change_result(word)) ||
	    strcmp(word, "same") == 0)
		return err;
	return date_change_finish(rt, a, c, question);
}

enum rt_err rt_date_cancel(struct rt *rt, struct arena *a,
			   const struct rt_user *me, uint64_t id)
{
	const char *word = NULL;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	rt_pipe_str(&p, &word,
		    "EVAL %s 1 " KEY_POST " " ID " %d %lld %s %s %s %s",
		    DATE_CHANGE_LUA, id, me->id, me->standing == RT_HOST,
		    (long long)time(NULL), "", "", "", "");
	if ((err = rt_pipe_end(&p)) || (err = date_change_result(word)))
		return err;
	rt_pipe_begin(&p, rt, a);
	board_job_put(&p, BOARD_CANCELLED, id, time(NULL));
	return rt_pipe_end(&p);
}
