#include "view/view_attached.h"

#include <string.h>

#include "libretwis/retwis.h"
#include "view/typed_time.h"

static bool is_ticked(struct req *q, const char *field)
{
	return strcmp(req_field(q, field), "1") == 0;
}

static void read_announced(struct req *q, time_t now, struct attached_form *f)
{
	if (!is_ticked(q, "announce"))
		return;
	if (!rt_may_announce(q->rt, &q->me))
		f->bad_until = "Only members whom the hosts allow to can "
			       "announce something.";
	else if (*req_field(q, "reply_to"))
		f->bad_until = "A reply can't be an announcement.";
	else
		f->bad_until = until_problem(req_field(q, "until"), now,
					     &f->attached.announced);
}

static void read_question(struct req *q, time_t now, struct attached_form *f)
{
	struct rt_question *question = &f->question;
	bool comes = is_ticked(q, "comes");

	f->bad_answers = rt_answers_problem(
		q->a, comes ? RT_COMES : req_field(q, "answers"), question);
	if (f->bad_answers || !question->answers)
		return;
	f->bad_ends = ends_problem(req_field(q, "ends"), now, &question->ends);
	question->several = !question->comes && is_ticked(q, "several");
	question->secret = is_ticked(q, "secret");
	question->reminds = is_ticked(q, "remind");
	f->attached.question = question;
}

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
}

bool read_attached(struct req *q, time_t now, struct attached_form *f)
{
	*f = (struct attached_form){ .bad_until = NULL };
	read_announced(q, now, f);
	read_question(q, now, f);
	read_date(q, now, f);
	return !f->bad_until && !f->bad_answers && !f->bad_ends &&
	       !f->bad_date && !f->bad_place;
}
