#include "libretwis/post/case.h"

#include <string.h>

#include "base/clock.h"
#include "base/day.h"
#include "libretwis/member/notice.h"
#include "libretwis/member/notify.h"
#include "libretwis/post/case_release.lua.h"
#include "libretwis/site/act_log.h"
#include "patterns/delayed.h"
#include "redis/ids.h"
#include "schema/key.h"

/* ---- words ------------------------------------------------------------- */

static const char *const reasons[RT_REPORT_REASONS] = {
	[RT_REPORT_UNKIND] = "unkind",       [RT_REPORT_SPAM] = "spam",
	[RT_REPORT_PRIVATE] = "private",     [RT_REPORT_OTHER] = "other",
	[RT_REPORT_FORBIDDEN] = "forbidden",
};

static const char *const outcomes[RT_CASE_OUTCOMES] = {
	[RT_CASE_OPEN] = "open",           [RT_CASE_REMOVED] = "removed",
	[RT_CASE_SUSPENDED] = "suspended", [RT_CASE_NOTED] = "noted",
	[RT_CASE_LOOKED] = "looked",       [RT_CASE_EXPIRED] = "expired",
};

const char *rt_report_reason_word(enum rt_report_reason reason)
{
	return reasons[reason];
}

enum rt_report_reason rt_report_reason_read(const char *word)
{
	unsigned i = 0;

	while (i < RT_REPORT_REASONS && strcmp(reasons[i], word) != 0)
		i++;
	return i;
}

const char *case_outcome_word(enum rt_case_outcome outcome)
{
	return outcomes[outcome];
}

/* One that is not known, perhaps of a later Retwis, counts as none of these. */
enum rt_case_outcome case_outcome_read(const char *word)
{
	if (!word)
		return RT_CASE_OPEN;
	for (unsigned i = 0; i < RT_CASE_OUTCOMES; i++)
		if (strcmp(outcomes[i], word) == 0)
			return i;
	return RT_CASE_LOOKED;
}

/* ---- reading it -------------------------------------------------------- */

uint64_t case_reporter(const char *field)
{
	static const char report[] = "report:";
	uint64_t by;

	if (strncmp(field, report, sizeof report - 1) != 0)
		return 0;
	field += sizeof report - 1;
	return digits_read(&field, &by) && *field == ':' ? by : 0;
}

void case_facts_queue(struct rt_pipe *p, struct case_facts *c, uint64_t id)
{
	*c = (struct case_facts){ .id = id };
	rt_pipe_strs(p, c->raw, 4,
		     "HMGET " KEY_CASE " author opened closed acted", id);
	rt_pipe_texts(p, &c->fields, CASE_CAP + 4, "HKEYS " KEY_CASE, id);
}

void case_facts_parse(struct case_facts *c)
{
	c->author = rt_u64(c->raw[0]);
	c->opened = clock_stored(rt_u64(c->raw[1]));
	c->closed = c->raw[2];
	c->acted = c->raw[3];
}

time_t case_closed_at(const struct case_facts *c)
{
	return c->closed ? act_time(c->closed) : 0;
}

/* ---- what follows from an act ------------------------------------------ */

void case_postpone(struct rt_pipe *p, uint64_t id, uint64_t author,
		   uint64_t due)
{
	delayed_postpone(p, CASE_QUEUE,
			 arena_printf(p->a, ID " " ID, id, author), due);
}

void case_release(struct rt_pipe *p, uint64_t id, uint64_t author)
{
	rt_pipe(p, "EVAL %s 1 " KEY_CASES " " ID " " ID, CASE_RELEASE_LUA,
		author, id);
}

void case_finish_closing(struct rt_pipe *p, const struct case_facts *c,
			 uint64_t by)
{
	case_release(p, c->id, c->author);
	case_postpone(p, c->id, c->author,
		      (uint64_t)clock_date_ms() +
			      RT_CASE_DAYS * DAY_SECONDS * 1000ULL);
	/* While Redis is full, a proxy may refuse others along with these. */
	rt_pipe_then(p);
	for (size_t i = 0; i < c->fields.n; i++) {
		uint64_t reporter = case_reporter(c->fields.v[i]);

		if (reporter && reporter != by)
			notice_add_on_case(p, reporter, RT_NOTICE_HANDLED,
					   c->id);
	}
	rt_pipe_then(p);
}

void case_finish_note(struct rt_pipe *p, uint64_t id, uint64_t author)
{
	notice_renew_on_case(p, author, RT_NOTICE_NOTE, id);
}

void case_notify(struct rt *rt, struct arena *a, const struct case_facts *c)
{
	struct id_list reporters = { 0 };
	struct rt_pipe bus;

	for (size_t i = 0; i < c->fields.n; i++)
		if (case_reporter(c->fields.v[i]))
			ids_add(a, &reporters, case_reporter(c->fields.v[i]));
	rt_pipe_begin(&bus, rt_bus(rt), a);
	for (size_t i = 0; i < reporters.ids.n; i++)
		notify_member(&bus, reporters.ids.v[i]);
	rt_pipe_end(&bus);
}
