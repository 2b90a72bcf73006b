#include "view/view_case.h"

#include "base/day.h"
#include "base/message.h"
#include "base/numerals.h"
#include "view/view_act.h"
#include "view/view_parts.h"
#include "view/view_time.h"

#define WORDS_MAX 100 /* code points of a post, in the list */

const char *view_case_path(struct arena *a, uint64_t id)
{
	return arena_printf(a, "/reports?case=%llu", (unsigned long long)id);
}

/* ---- numbers ----------------------------------------------------------- */

static void show_case_reports(struct tpl *t, uint64_t reports)
{
	tpl_set_number(t, "COUNT", reports);
	tpl_plural(t, reports);
}

/* "unkind (2), spam (1)" */
static const char *case_reasons(struct arena *a, const size_t *n)
{
	static const char *const words[RT_REPORT_REASONS] = {
		[RT_REPORT_UNKIND] = N_("unkind"),
		[RT_REPORT_SPAM] = N_("spam"),
		[RT_REPORT_PRIVATE] = N_("private data"),
		[RT_REPORT_FORBIDDEN] = N_("not allowed here"),
		[RT_REPORT_OTHER] = N_("something else"),
	};
	const char *all = "";

	for (unsigned i = 0; i < RT_REPORT_REASONS; i++) {
		const char *one;

		if (!n[i])
			continue;
		/* Translators: why something was reported, and how often */
		one = message_join(a, _("{reason} ({count})"), "reason",
				   _(words[i]), "count", number_text(a, n[i]));
		all = arena_printf(a, "%s%s%s", all, *all ? view_comma() : "",
				   one);
	}
	return all;
}

/* ---- a line of the list ------------------------------------------------ */

void view_case_line(struct req *q, struct tpl *t, const struct rt_case *c)
{
	size_t n[RT_REPORT_REASONS] = { 0 };
	const char *words = NULL;

	for (size_t i = 0; i < c->abouts; i++) {
		for (unsigned r = 0; r < RT_REPORT_REASONS; r++)
			n[r] += c->about[i].n[r];
		if (!words)
			words = c->about[i].words;
	}
	tpl_set_int(t, "CASE", (long long)c->id);
	view_name(t, c->who.name, c->who.display);
	show_case_reports(t, c->reports);
	tpl_set(t, "REASONS", case_reasons(q->a, n));
	view_time(q, t, c->opened);
	if (words)
		tpl_set(tpl_section(t, "WORDS"), "WORDS",
			rt_first_words(q->a, rt_text_shown(q->a, words),
				       WORDS_MAX));
}

/* ---- a case ------------------------------------------------------------ */

static void show_case_state(struct tpl *t, const struct rt_case *c,
			    const struct rt_reported *about)
{
	static const char *const sections[] = {
		[RT_REPORTED_THERE] = "THERE",
		[RT_REPORTED_CHANGED] = "CHANGED",
		[RT_REPORTED_REMOVED] = "REMOVED",
		[RT_REPORTED_DELETED] = "DELETED",
	};
	struct tpl *state = tpl_section(t, sections[about->state]);

	tpl_set(state, "NAME", c->who.name);
	tpl_set_int(state, "ID", (long long)about->post);
	if (c->outcome == RT_CASE_OPEN &&
	    (about->state == RT_REPORTED_THERE ||
	     about->state == RT_REPORTED_CHANGED))
		tpl_section(t, "CAN_REMOVE");
}

static void show_about(struct req *q, struct tpl *t, const struct rt_case *c,
		       const struct rt_reported *about)
{
	tpl_set_int(t, "CASE", (long long)c->id);
	tpl_set_int(t, "ID", (long long)about->post);
	tpl_section(t, about->post ? "A_POST" : "THE_MEMBER");
	if (about->words)
		tpl_set(tpl_section(t, "WORDS"), "WORDS",
			view_plain_text(q->a, about->words));
	if (about->post)
		show_case_state(t, c, about);
	show_case_reports(t, about->reports);
	tpl_set(t, "REASONS", case_reasons(q->a, about->n));
	for (size_t i = 0; i < about->texts; i++)
		tpl_set(tpl_section(t, "TEXT"), "TEXT",
			view_plain_text(q->a, about->text[i]));
}

/* The section for how a closed case ended. */
static struct tpl *show_case_outcome(struct tpl *t,
				     enum rt_case_outcome outcome)
{
	static const char *const sections[RT_CASE_OUTCOMES] = {
		[RT_CASE_REMOVED] = "POST_REMOVED",
		[RT_CASE_SUSPENDED] = "SUSPENDED",
		[RT_CASE_NOTED] = "NOTED",
		[RT_CASE_LOOKED] = "LOOKED",
		[RT_CASE_EXPIRED] = "EXPIRED",
	};

	return tpl_section(t, sections[outcome]);
}

static void show_closed(struct req *q, struct tpl *t, const struct rt_case *c)
{
	struct tpl *closed = tpl_section(t, "CLOSED");
	struct tpl *outcome = show_case_outcome(closed, c->outcome);

	if (c->outcome != RT_CASE_EXPIRED) {
		view_who(outcome, c->by_who.name, c->system,
			 _("A host or a moderator"));
		tpl_set(outcome, "DAY", view_day(q->a, c->closed));
	}
	if (c->abouts)
		tpl_set(tpl_section(closed, "UNTIL"), "UNTIL",
			view_date(q->a,
				  c->closed + RT_CASE_DAYS * DAY_SECONDS));
	else
		tpl_section(closed, "NO_WORDS");
}

static void show_case_note(struct req *q, struct tpl *t,
			   const struct rt_case_note *note)
{
	view_actor(t, note->by_who.name, NULL);
	view_time(q, t, note->time);
	tpl_set(t, "TEXT", view_plain_text(q->a, note->text));
}

static void show_before(struct req *q, struct tpl *t,
			const struct rt_case_before *before)
{
	tpl_set_int(t, "CASE", (long long)before->id);
	tpl_set(t, "DAY", view_date(q->a, before->closed));
	if (before->outcome != RT_CASE_OPEN)
		show_case_reports(show_case_outcome(t, before->outcome),
				  before->reports);
}

void view_case(struct req *q, struct tpl *t, const struct rt_case *c)
{
	struct tpl *list = NULL;

	view_name(t, c->who.name, c->who.display);
	view_standing_mark(t, c->standing);
	tpl_set(t, "OPENED", view_date(q->a, c->opened));
	show_case_reports(t, c->reports);
	if (c->outcome != RT_CASE_OPEN)
		show_closed(q, t, c);
	for (size_t i = 0; i < c->abouts; i++)
		show_about(q, tpl_section(t, "ABOUT"), c, &c->about[i]);
	if (c->notes)
		list = tpl_section(t, "NOTES");
	for (size_t i = 0; i < c->notes; i++)
		show_case_note(q, tpl_section(list, "NOTE"), &c->note[i]);
	if (c->befores)
		list = tpl_section(t, "EARLIER");
	for (size_t i = 0; i < c->befores; i++)
		show_before(q, tpl_section(list, "BEFORE"), &c->before[i]);
}
