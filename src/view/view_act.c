#include "view/view_act.h"

#include "view/view_form.h"
#include "view/typed_time.h"
#include "view/view_time.h"

void view_reason(struct req *q, struct tpl *t, const char *reads,
		 const char *problem)
{
	struct tpl *field = tpl_include(t, "REASON", "reason.tpl");
	struct tpl *log = tpl_section(
		field, q->conf->log_public ? "EVERYONE" : "NOT_EVERYONE");

	tpl_section(log, reads);
	tpl_set_number(field, "REASON_MAX", RT_REASON_MAX);
	tpl_set(field, "TYPED", rt_text_clean(q->a, req_field(q, "reason")));
	view_problem(field, false, "BAD_REASON", problem);
}

void view_removing(struct tpl *t)
{
	tpl_set_number(tpl_include(t, "REMOVING", "removing.tpl"), "DAYS",
		       RT_REMOVED_DAYS);
}

void view_suspending(struct tpl *t, const char *name)
{
	tpl_set(tpl_include(t, "SUSPENDING", "suspending.tpl"), "NAME", name);
}

void view_suspending_fields(struct req *q, struct tpl *t,
			    const struct suspending *s)
{
	struct tpl *field;

	view_reason(q, t, "MEMBER", s->bad_reason);
	field = tpl_include(t, "UNTIL", "until.tpl");
	tpl_set(field, "UNTIL", rt_text_clean(q->a, req_field(q, "until")));
	view_problem(field, s->bad_reason, "BAD_UNTIL", s->bad_until);
}

bool read_suspending(struct req *q, struct suspending *s)
{
	s->bad_reason =
		rt_reason_problem(q->a, req_field(q, "reason"), &s->reason);
	s->bad_until =
		day_problem(req_field(q, "until"), time(NULL), &s->until);
	return !s->bad_reason && !s->bad_until;
}

void view_actor(struct tpl *t, const char *name, const char *system)
{
	if (system)
		tpl_set(tpl_section(t, "SYSTEM"), "USER", system);
	else if (name)
		tpl_set(tpl_section(t, "MEMBER"), "NAME", name);
	else
		tpl_section(t, "SOMEBODY");
}

void view_who(struct tpl *t, const char *name, const char *system,
	      const char *somebody)
{
	struct tpl *who = tpl_include(t, "WHO", "actor.tpl");

	view_actor(who, name, system);
	tpl_set(who, "WHO", somebody);
}

const char *view_remove_path(struct arena *a, uint64_t id)
{
	return arena_printf(a, "/remove?id=%llu", (unsigned long long)id);
}

void view_removed(struct req *q, struct tpl *t,
		  const struct rt_removed *removed)
{
	tpl_set(t, "DAY", view_day(q->a, removed->at));
	tpl_set(t, "REASON", rt_text_shown(q->a, removed->reason));
}
