#include "view/view_attached.h"

#include <string.h>

#include "base/day.h"
#include "base/message.h"
#include "libretwis/retwis.h"
#include "view/typed_time.h"
#include "view/view_form.h"
#include "view/view_parts.h"
#include "view/view_picture_form.h"
#include "view/view_time.h"

/* ---- the fields --------------------------------------------------------- */

enum attached_part { QUESTION, DATE, ANNOUNCEMENT };

static const struct attached_input {
	const char *name;
	const char *place; /* in the template: its text; of a box, a section */
	enum attached_part part;
	bool is_box;
} fields[] = {
	{ "answers", "CHOICES", QUESTION, false },
	{ "comes", "COMES", QUESTION, true },
	{ "ends", "ENDS", QUESTION, false },
	{ "several", "SEVERAL", QUESTION, true },
	{ "secret", "SECRET", QUESTION, true },
	{ "remind", "REMIND", QUESTION, true },
	{ "date", "DAY", DATE, false },
	{ "from", "FROM", DATE, false },
	{ "to", "TO", DATE, false },
	{ "place", "PLACE", DATE, false },
	{ "announce", "ANNOUNCE", ANNOUNCEMENT, true },
	{ "until", "UNTIL", ANNOUNCEMENT, false },
};

#define FIELDS (sizeof fields / sizeof *fields)

const char *attached_field(size_t i)
{
	return i < FIELDS ? fields[i].name : NULL;
}

static bool attached_is_ticked(const struct req *q, const char *field)
{
	return strcmp(req_field(q, field), "1") == 0;
}

static bool attached_input_is_sent(const struct req *q,
				   const struct attached_input *field)
{
	return field->is_box ? attached_is_ticked(q, field->name)
			     : *req_field(q, field->name) != '\0';
}

static bool attached_part_is_sent(const struct req *q, enum attached_part part)
{
	for (size_t i = 0; i < FIELDS; i++)
		if (fields[i].part == part &&
		    attached_input_is_sent(q, &fields[i]))
			return true;
	return false;
}

bool attached_is_typed(const struct req *q)
{
	return *req_field(q, "answers") || *req_field(q, "place");
}

/* ---- a question --------------------------------------------------------- */

#define BOTH_ANSWERS                                                                \
	_("“Who comes?” has answers of its own: Yes, Maybe and No. Empty this " \
	  "field, or untick “Who comes?”.")

#define NO_ANSWERS                                                            \
	_("Write the answers, one on each line, or tick “Who comes?”.")

/* Whether something is said of a question besides its answers. */
static bool question_is_described(const struct req *q)
{
	return *req_field(q, "ends") || attached_is_ticked(q, "several") ||
	       attached_is_ticked(q, "secret") ||
	       attached_is_ticked(q, "remind");
}

static const char *answers_problem(struct req *q, struct rt_question *question)
{
	const char *problem =
		rt_answers_problem(q->a, req_field(q, "answers"), question);

	if (attached_is_ticked(q, "comes")) {
		if (problem || (question->answers && !question->comes))
			return BOTH_ANSWERS;
		return rt_answers_problem(q->a, RT_COMES, question);
	}
	if (problem || question->answers || !question_is_described(q))
		return problem;
	return NO_ANSWERS;
}

static void read_question(struct req *q, time_t now, struct attached_form *f)
{
	struct rt_question *question = &f->question;

	if (!attached_part_is_sent(q, QUESTION))
		return;
	f->bad_answers = answers_problem(q, question);
	f->bad_ends = ends_problem(req_field(q, "ends"), now, &question->ends);
	question->several =
		!question->comes && attached_is_ticked(q, "several");
	question->secret = attached_is_ticked(q, "secret");
	question->reminds = attached_is_ticked(q, "remind");
	if (question->answers)
		f->attached.question = question;
}

/* It comes a day before the end, or before the date if there is no end. */
static const char *remind_problem(const struct attached_form *f, time_t now)
{
	time_t end = f->question.ends ? f->question.ends : f->date.begins;

	if (!f->question.reminds || f->bad_ends || f->bad_date)
		return NULL;
	if (!end)
		return _("Choose when the question ends, or add a date: the "
			 "reminder comes a day before that.");
	if (end - DAY_SECONDS <= now)
		return _(
			"That's less than a day ahead, so it's too late for a "
			"reminder a day before. Untick this, or choose a later "
			"end.");
	return NULL;
}

/* ---- a date, and an announcement ---------------------------------------- */

static void read_date(struct req *q, time_t now, struct attached_form *f)
{
	const struct typed_date typed = {
		.day = req_field(q, "date"),
		.from = req_field(q, "from"),
		.to = req_field(q, "to"),
	};

	f->bad_date = date_problem(&typed, now, &f->date);
	f->bad_place =
		rt_place_problem(q->a, req_field(q, "place"), &f->date.place);
	if (f->date.begins)
		f->attached.date = &f->date;
	else if (!f->bad_date && f->date.place)
		f->bad_date = _("Choose the day, too.");
}

static void read_announced(struct req *q, time_t now, struct attached_form *f)
{
	if (!attached_part_is_sent(q, ANNOUNCEMENT))
		return;
	if (!rt_may_announce(q->rt, &q->me))
		f->bad_announce = _("Only members whom the hosts allow to can "
				    "announce something.");
	else if (!attached_is_ticked(q, "announce"))
		f->bad_announce = _("Tick this, too, or empty the last day.");
	else
		f->bad_until = until_problem(req_field(q, "until"), now,
					     &f->attached.announced);
}

/* ---- all of it ---------------------------------------------------------- */

static void refuse_in_reply(struct req *q, struct attached_form *f)
{
	if (attached_part_is_sent(q, QUESTION))
		f->bad_answers = _("A reply can't ask a question. Empty these "
				   "fields, or write a post of its own.");
	if (attached_part_is_sent(q, DATE))
		f->bad_date =
			_("A reply can't have a date. Empty these fields, "
			  "or write a post of its own.");
	if (attached_part_is_sent(q, ANNOUNCEMENT))
		f->bad_announce = _("A reply can't be an announcement. Untick "
				    "this, or write a post of its own.");
}

static bool attached_is_good(const struct attached_form *f)
{
	return !f->bad_answers && !f->bad_ends && !f->bad_remind &&
	       !f->bad_date && !f->bad_place && !f->bad_announce &&
	       !f->bad_until;
}

bool read_attached(struct req *q, time_t now, bool is_reply,
		   struct attached_form *f)
{
	*f = (struct attached_form){ .bad_until = NULL };
	if (is_reply) {
		refuse_in_reply(q, f);
		return attached_is_good(f);
	}
	read_question(q, now, f);
	read_date(q, now, f);
	f->bad_remind = remind_problem(f, now);
	read_announced(q, now, f);
	return attached_is_good(f);
}

/* ---- the form ----------------------------------------------------------- */

static void attached_fill_in(struct req *q, struct tpl *part,
			     const struct attached_input *field)
{
	if (!field->is_box)
		tpl_set(part, field->place,
			rt_text_clean(q->a, req_field(q, field->name)));
	else if (attached_is_ticked(q, field->name))
		tpl_section(part, field->place);
}

/*
 * Returns the part, or NULL if the form doesn't have it.  One in which
 * something was sent is open.
 */
static struct tpl *attached_show_part(struct req *q, struct tpl *form,
				      enum attached_part which,
				      bool is_offered)
{
	static const char *const sections[] = {
		[QUESTION] = "QUESTION",
		[DATE] = "DATE",
		[ANNOUNCEMENT] = "ANNOUNCEMENT",
	};
	bool is_sent = attached_part_is_sent(q, which);
	struct tpl *part;

	if (!is_offered && !is_sent)
		return NULL;
	part = tpl_section(form, sections[which]);
	if (is_sent)
		tpl_section(part, "OPEN");
	for (size_t i = 0; i < FIELDS; i++)
		if (fields[i].part == which)
			attached_fill_in(q, part, &fields[i]);
	return part;
}

static bool attached_show_problems(struct tpl *const *parts, bool before,
				   const struct attached_form *bad)
{
	const struct {
		enum attached_part part;
		const char *section, *message;
	} problems[] = {
		{ QUESTION, "BAD_ANSWERS", bad->bad_answers },
		{ QUESTION, "BAD_ENDS", bad->bad_ends },
		{ QUESTION, "BAD_REMIND", bad->bad_remind },
		{ DATE, "BAD_DATE", bad->bad_date },
		{ DATE, "BAD_PLACE", bad->bad_place },
		{ ANNOUNCEMENT, "BAD_ANNOUNCE", bad->bad_announce },
		{ ANNOUNCEMENT, "BAD_UNTIL", bad->bad_until },
	};

	for (size_t i = 0; i < sizeof problems / sizeof *problems; i++)
		before =
			view_problem(parts[problems[i].part], before,
				     problems[i].section, problems[i].message);
	return before;
}

bool view_attached_fields(struct req *q, struct tpl *form, bool is_reply,
			  bool before, const struct attached_form *bad)
{
	bool may_announce = !is_reply && rt_may_announce(q->rt, &q->me);
	struct tpl *const parts[] = {
		[QUESTION] = attached_show_part(q, form, QUESTION, !is_reply),
		[DATE] = attached_show_part(q, form, DATE, !is_reply),
		[ANNOUNCEMENT] = attached_show_part(q, form, ANNOUNCEMENT,
						    may_announce),
	};

	return bad ? attached_show_problems(parts, before, bad) : before;
}

/* ---- in words ----------------------------------------------------------- */

static void attached_show_question(struct req *q, struct tpl *t,
				   const struct rt_question *question)
{
	struct tpl *answer;

	t = tpl_section(t, "QUESTION");
	tpl_set(t, "COMMA", view_fact_comma());
	tpl_show(t, question->comes ? "COMES" : "OTHER");
	for (size_t i = 0; i < question->answers; i++) {
		answer = tpl_section(t, "ANSWER");
		if (i > 0)
			tpl_section(answer, "NEXT");
		tpl_set(answer, "WORDS",
			rt_text_shown(q->a, question->answer[i]));
	}
	if (question->ends)
		view_time(q, tpl_section(t, "ENDS"), question->ends);
	if (question->several)
		tpl_section(t, "SEVERAL");
	if (question->secret)
		tpl_section(t, "SECRET");
	if (question->reminds)
		tpl_section(t, "REMINDS");
}

/* "21 November 2026, 19:30". */
static const char *date_with_hour(struct arena *a, time_t time)
{
	return view_with_hour(a, view_date(a, time), time);
}

/* "21 November 2026, 19:30 to 22:00". */
static const char *date_in_words(struct arena *a, const struct rt_date *date)
{
	const char *from = view_date(a, date->begins), *to;

	if (date->is_all_day)
		return from;
	if (date->ends && strcmp(from, view_date(a, date->ends)) == 0)
		to = view_hour(a, date->ends);
	else
		to = date->ends ? date_with_hour(a, date->ends) : NULL;
	from = date_with_hour(a, date->begins);
	return to ? view_span(a, from, to) : from;
}

static void attached_show_date(struct req *q, struct tpl *t,
			       const struct rt_date *date)
{
	t = tpl_section(t, "DATE");
	tpl_set(t, "WHEN", view_timestamp(q->a, date->begins));
	tpl_set(t, "DATE", date_in_words(q->a, date));
	if (date->place)
		tpl_set(tpl_section(t, "PLACE"), "PLACE",
			rt_text_shown(q->a, date->place));
	else
		tpl_section(t, "NOWHERE");
}

void view_attached(struct req *q, struct tpl *t,
		   const struct rt_attached *attached)
{
	if (!attached->question && !attached->date && !attached->announced &&
	    !attached->pictures)
		return;
	t = tpl_include(t, "ATTACHED", "attached.tpl");
	if (attached->question)
		attached_show_question(q, t, attached->question);
	if (attached->date)
		attached_show_date(q, t, attached->date);
	if (attached->announced)
		tpl_set(tpl_section(t, "ANNOUNCED"), "DAY",
			view_date(q->a, attached->announced - 1));
	view_thumbs(q, t, attached);
}

/* By what ends, or begins, in the second of the deadline. */
static const char *deadline_message(const struct rt_attached *attached,
				    time_t deadline)
{
	if (attached->question && attached->question->ends == deadline)
		/* Translators: {time} is as "9 November 2026, 14:05" */
		return _("Choose a time before {time}: its question ends "
			 "then.");
	if (attached->announced == deadline)
		return _("Choose a time before {time}: its announcement ends "
			 "then.");
	if (attached->date->is_all_day)
		return _("Choose a time before {time}: its date is over "
			 "then.");
	return _("Choose a time before {time}: its date begins then.");
}

const char *attached_deadline_problem(struct req *q,
				      const struct rt_attached *attached)
{
	time_t deadline = rt_attached_deadline(attached);

	return message_fill(q->a, deadline_message(attached, deadline), "time",
			    date_with_hour(q->a, deadline));
}
