#include "view/view_question.h"

#include <limits.h>

#include "base/digits.h"
#include "base/message.h"
#include "view/failure.h"
#include "view/view_parts.h"
#include "view/view_time.h"

static bool is_mine(const struct rt_question *q, size_t answer)
{
	return q->so_far.mine >> answer & 1;
}

/* ---- in a card --------------------------------------------------------- */

/* After the visitor's own answer, in words. */
static void set_option_mine(struct tpl *option, const struct rt_question *q,
			    size_t answer)
{
	struct tpl *mine = tpl_section(option, "MINE");

	if (q->comes && answer == RT_COMES_YES && q->so_far.my_guests)
		view_count(mine, "WITH", q->so_far.my_guests);
	else
		tpl_section(mine, "ALONE");
}

/* How long the bar is: a share of all members who have answered. */
static void set_option_count(struct tpl *option, const struct rt_question *q,
			     size_t answer)
{
	struct tpl *counted = tpl_section(option, "COUNTED");
	uint64_t members = q->so_far.members;

	tpl_set_number(counted, "COUNT", q->so_far.count[answer]);
	tpl_set_int(counted, "LONG", (long long)q->so_far.count[answer]);
	tpl_set_int(counted, "MOST", members ? (long long)members : 1);
}

/*
 * Forms come twice, so a button does the same however often it is pressed: an
 * answer of several is given by one, and taken back by another.
 */
static const char *option_kind(const struct rt_question *q, size_t answer,
			       bool buttons)
{
	if (!buttons)
		return "ROW";
	return q->several && is_mine(q, answer) ? "TAKE" : "GIVE";
}

static void set_option(struct tpl *t, const struct rt_question *q,
		       size_t answer, bool buttons)
{
	struct tpl *option = tpl_section(t, "OPTION");
	struct tpl *kind =
		tpl_section(option, option_kind(q, answer, buttons));

	tpl_set_int(option, "N", (long long)answer);
	tpl_set(option, "WORDS", q->answer[answer]);
	if (!q->so_far.is_hidden)
		set_option_count(option, q, answer);
	if (is_mine(q, answer)) {
		tpl_section(kind, "OWN");
		set_option_mine(option, q, answer);
	}
	tpl_section(option, buttons ? "BUTTON_END" : "ROW_END");
}

/* "17 come, 3 of them guests". */
static void set_question_coming(struct tpl *t, uint64_t come, uint64_t guests)
{
	if (guests)
		tpl_set_number(view_count(t, "COMING_WITH", guests), "COME",
			       come);
	else
		view_count(t, "COMING", come);
}

/* That, or how many have answered at all. */
static void set_question_totals(struct tpl *t, const struct rt_question *q)
{
	const struct rt_answered *r = &q->so_far;
	uint64_t come = r->count[RT_COMES_YES] + r->guests;

	if (r->is_hidden)
		return;
	if (!r->members)
		tpl_section(t, "UNANSWERED");
	if (q->comes && come)
		set_question_coming(t, come, r->guests);
	else
		view_count(t, "ANSWERED", r->members);
}

static const char *question_end(struct arena *a, const struct rt_question *q)
{
	return q->ends ? view_date_hour(a, q->ends, time(NULL)) : NULL;
}

static void set_question_end(struct arena *a, struct tpl *t,
			     const struct rt_question *q, bool has_ended)
{
	const char *end = question_end(a, q);

	if (end)
		view_time_as(a, tpl_section(t, has_ended ? "ENDED" : "ENDS"),
			     q->ends, end);
	else
		tpl_section(t, "ENDLESS");
}

/* What somebody should know before answering. */
static void set_question_rules(struct tpl *t, const struct rt_question *q,
			       bool has_ended)
{
	struct tpl *hidden;

	if (q->secret)
		tpl_section(t, "SECRET");
	else if (!has_ended)
		tpl_section(t, "NAMED");
	if (q->several && !has_ended)
		tpl_section(t, "SEVERAL");
	if (!q->so_far.is_hidden)
		return;
	hidden = tpl_section(t, "HIDDEN");
	view_count(hidden, q->ends ? "OR_END" : "NO_END", RT_SECRET_MIN);
}

void view_question(struct arena *a, struct tpl *t, const struct rt_post *post,
		   bool buttons, bool whole)
{
	const struct rt_question *q = post->attached.question;
	bool has_ended;

	if (!q)
		return;
	t = tpl_section(t, "QUESTION");
	has_ended = rt_question_has_ended(q);
	buttons = buttons && !has_ended && !(q->comes && whole);
	if (q->comes)
		tpl_section(t, "COMES");
	for (size_t i = 0; i < q->answers; i++)
		set_option(t, q, i, buttons);
	set_question_totals(t, q);
	set_question_end(a, t, q, has_ended);
	set_question_rules(t, q, has_ended);
}

void view_question_key(struct arena *a, struct fragment_key *key,
		       const struct rt_question *q)
{
	if (!q) {
		fragment_add_text(key, NULL);
		return;
	}
	const uint64_t numbers[] = {
		q->answers,
		(uint64_t)q->ends,
		q->comes,
		q->several,
		q->secret,
		rt_question_has_ended(q),
		q->so_far.members,
		q->so_far.guests,
		q->so_far.mine,
		q->so_far.my_guests,
		q->so_far.is_hidden,
	};

	fragment_add_text(key, "question");
	fragment_add(key, numbers, sizeof numbers);
	fragment_add(key, q->so_far.count, sizeof q->so_far.count);
	fragment_add_text(key, question_end(a, q));
	for (size_t i = 0; i < q->answers; i++)
		fragment_add_text(key, q->answer[i]);
}

/* ---- the form for "Who comes?" ----------------------------------------- */

bool view_has_answer_form(const struct req *q, const struct rt_post *post)
{
	const struct rt_question *question = post->attached.question;

	return q->me.id && !req_has_no_access(q) && question &&
	       question->comes && !rt_question_has_ended(question);
}

struct tpl *view_answer_form(struct req *q, struct tpl *t,
			     const struct rt_post *post, const char *guests)
{
	const struct rt_question *question = post->attached.question;
	struct tpl *form = tpl_include(t, "ANSWER_FORM", "answer_form.tpl");

	if (!guests)
		guests = arena_printf(q->a, "%u", question->so_far.my_guests);
	tpl_set_int(form, "ID", (long long)post->id);
	tpl_set(form, "GUESTS", guests);
	tpl_set_int(form, "GUESTS_MAX", RT_GUESTS_MAX);
	for (size_t i = 0; i < question->answers; i++) {
		struct tpl *option = tpl_section(form, "OPTION");

		tpl_set_int(option, "N", (long long)i);
		tpl_set(option, "WORDS", question->answer[i]);
		tpl_section(option, is_mine(question, i) ? "MINE" : "OTHER");
	}
	return form;
}

/* ---- what was pressed --------------------------------------------------- */

bool read_answer(const char *text, uint64_t *post, unsigned *answer)
{
	uint64_t id, n;

	if (!digits_read(&text, &id) || *text++ != '.' ||
	    !digits_read(&text, &n) || *text || n > INT_MAX)
		return false;
	*post = id;
	*answer = (unsigned)n;
	return true;
}

bool page_answer_refused(struct req *q, enum rt_err err)
{
	if (err == RT_LATE)
		page_refuse(q, 409, _("This question has ended"),
			    _("It can't be answered any more. Nothing was "
			      "changed."));
	else if (err == RT_DENIED)
		page_refuse(q, 404, _("There's no such answer"),
			    _("This question has other answers. Nothing was "
			      "changed."));
	return err == RT_LATE || err == RT_DENIED;
}
