/* Reporting a post or a member.  case.h says what becomes of it. */
#include <string.h>

#include "base/clock.h"
#include "libretwis/member/rate_limit.h"
#include "libretwis/member/user_fields.h"
#include "libretwis/post/case.h"
#include "libretwis/post/case_end.h"
#include "libretwis/post/case_report.lua.h"
#include "redis/ids.h"
#include "schema/key.h"

/* ---- finding the case -------------------------------------------------- */

/* An id that is given out needs a case by then, or it is useless. */
#define UNFINISHED_MS 600000

static bool report_is_possible(const struct rt_user *me,
			       const union user_fields *whom)
{
	enum rt_standing standing = rt_standing_read(whom->standing);

	return whom->username && standing != RT_WAITING &&
	       rt_sees(me->standing, standing);
}

static enum rt_err report_find_open(struct rt *rt, struct arena *a,
				    const struct rt_user *me, uint64_t whom,
				    uint64_t *id)
{
	struct rate_limit limit;
	union user_fields fields;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	rate_limit_queue_member(&p, &limit, RT_RATE_REPORT, me->id);
	user_fields_queue(&p, &fields, whom, USER_USERNAME | USER_STANDING);
	rt_pipe_u64(&p, id, "ZSCORE " KEY_CASES " " ID, whom);
	if ((err = rt_pipe_end(&p)) || (err = rate_limit_check(rt, &limit)))
		return err;
	return report_is_possible(me, &fields) ? RT_OK : RT_NOT_FOUND;
}

/* Opens one, unless somebody else does at this moment. */
static enum rt_err report_open(struct rt *rt, struct arena *a, uint64_t whom,
			       unsigned tries, uint64_t *id)
{
	uint64_t next = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	ids_next(&p, KEY_NEXT_CASE, tries, &next);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin(&p, rt, a);
	case_postpone(&p, next, whom,
		      (uint64_t)clock_date_ms() + UNFINISHED_MS);
	rt_pipe_then(&p);
	rt_pipe(&p, "ZADD " KEY_CASES " NX " ID " " ID, next, whom);
	rt_pipe_u64(&p, id, "ZSCORE " KEY_CASES " " ID, whom);
	return rt_pipe_end(&p);
}

/* ---- the report -------------------------------------------------------- */

static enum rt_err report_store(struct rt *rt, struct arena *a,
				const struct rt_user *me,
				const struct rt_report *r, uint64_t id,
				const char **done)
{
	const char *now =
		arena_printf(a, "%lld", (long long)clock_date_ms() / 1000);

	return rt_read_str(
		rt, a, done, "EVAL %s 1 " KEY_CASE " " ID " %s %s %s %s %s %d",
		CASE_REPORT_LUA, id, r->whom, now,
		arena_printf(a, "report:" ID ":" ID, me->id, r->post),
		arena_printf(a, "%s %s %s", now,
			     rt_report_reason_word(r->reason), r->text),
		r->post ? arena_printf(a, "post:" ID, r->post) : "",
		r->post ? r->words : "", CASE_CAP);
}

/*
 * If the member has closed the account in between, the worker that deletes the
 * rest may not have seen this case.
 */
static enum rt_err report_finish(struct rt *rt, struct arena *a,
				 const struct rt_user *me, uint64_t whom,
				 uint64_t id)
{
	const char *name = NULL;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	rt_pipe(&p, "ZADD " KEY_REPORTED " " ID " " ID, me->id, id, id);
	rt_pipe(&p, "ZADD " KEY_CASES_OF " " ID " " ID, whom, id, id);
	rt_pipe_then(&p);
	rt_pipe_str(&p, &name, "HGET " KEY_USER " username", whom);
	if ((err = rt_pipe_end(&p)) || name)
		return err;
	if ((err = case_drop(rt, a, id, whom)) ||
	    (err = rt_do(rt, a, "ZREM " KEY_REPORTED " " ID, me->id, id)))
		return err;
	return RT_NOT_FOUND;
}

/*
 * RT_TAKEN: the case was closed at this moment, or its id belongs to another
 * one.
 */
static enum rt_err report_into(struct rt *rt, struct arena *a,
			       const struct rt_user *me,
			       const struct rt_report *r, uint64_t id)
{
	const char *done = NULL;
	struct rt_pipe p;
	enum rt_err err = report_store(rt, a, me, r, id, &done);

	if (err)
		return err;
	if (!done)
		return RT_BROKEN;
	if (strcmp(done, "done") == 0)
		return report_finish(rt, a, me, r->whom, id);
	if (strcmp(done, "full") == 0)
		return RT_OK;
	rt_pipe_begin(&p, rt, a);
	case_release(&p, id, r->whom);
	err = rt_pipe_end(&p);
	return err ? err : RT_TAKEN;
}

enum rt_err rt_report(struct rt *rt, struct arena *a, const struct rt_user *me,
		      const struct rt_report *report)
{
	unsigned opened = 0;
	uint64_t id = 0;
	enum rt_err err;

	if (report->whom == me->id)
		return RT_DENIED;
	if ((err = report_find_open(rt, a, me, report->whom, &id)))
		return err;
	for (unsigned tries = 0; tries < ID_TRIES; tries++) {
		if (!id &&
		    (err = report_open(rt, a, report->whom, opened++, &id)))
			return err;
		if ((err = report_into(rt, a, me, report, id)) != RT_TAKEN)
			return err;
		id = 0;
	}
	return RT_LATE;
}
