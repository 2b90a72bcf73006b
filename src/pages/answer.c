/*
 * POST /answer     answers "Who comes?", and redirects to the question (303).
 *   answer         ID.N, the answer N to the question of the post ID
 *   guests         how many come along with a member who answers Yes
 *   csrf           see rt_csrf()
 *
 * All other questions are answered by their buttons alone, with POST /act.
 *
 * A number of guests that can't be is a 422, and so are guests of somebody who
 * doesn't come.  After the end it is a 409.  An answer that the question
 * doesn't have, a post that asks nothing of the kind, and one that is gone are
 * a 404.
 */
#include "base/message.h"
#include "base/numerals.h"
#include "view/page.h"
#include "view/view_question.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES,  "answer.tpl", POST_TEMPLATES,
	ANSWER_TEMPLATES, "stale.tpl",  NULL,
};

struct rsvp {
	struct rt_post post; /* the question */
	unsigned answer;
	uint64_t guests;
};

/* An empty field means that nobody comes along. */
static const char *guests_problem(struct req *q, struct rsvp *r)
{
	const char *text = req_field(q, "guests");

	r->guests = 0;
	if (*text &&
	    (!form_number(text, &r->guests) || r->guests > RT_GUESTS_MAX))
		return message_fill(
			q->a,
			message_plural("You can bring up to {n} guest.",
				       "You can bring up to {n} guests.",
				       RT_GUESTS_MAX),
			"n", number_text(q->a, RT_GUESTS_MAX));
	if (r->guests && r->answer != RT_COMES_YES)
		return _("Only members who come can bring guests. Answer Yes, "
			 "or with 0 guests.");
	return NULL;
}

/* Whether it asks "Who comes?", and has this answer. */
static bool takes_answer(const struct rt_post *post, unsigned answer)
{
	const struct rt_question *question = post->attached.question;

	return !post->suspended && question && question->comes &&
	       answer < question->answers;
}

/* Returns false if it has answered. */
static bool read_rsvp(struct req *q, struct rsvp *r)
{
	uint64_t id;

	if (!read_answer(req_field(q, "answer"), &id, &r->answer)) {
		page_error(q, 404);
		return false;
	}
	if (!req_ok(q, rt_post_read(q->rt, q->a, id, &r->post)))
		return false;
	if (r->post.id == id && takes_answer(&r->post, r->answer))
		return true;
	page_error(q, 404);
	return false;
}

static void ask_guests(struct req *q, const struct rsvp *r,
		       const char *problem)
{
	const char *typed = rt_text_clean(q->a, req_field(q, "guests"));
	struct tpl *t, *form;

	q->without_buttons = true;
	t = page_begin(q, "answer.tpl", _("Not answered yet"));
	tpl_set_int(t, "ID", (long long)r->post.id);
	tpl_set(t, "NAME", r->post.name);
	view_post(q, t, "POST", &r->post);
	form = view_answer_form(q, t, &r->post, typed);
	view_problem(form, false, "BAD_GUESTS", problem);
	page_end(q, 422);
}

static void store_answer(struct req *q, const struct rsvp *r)
{
	enum rt_err err = rt_answer(q->rt, q->a, &q->me, r->post.id, r->answer,
				    (int)r->guests);

	if (!page_answer_refused(q, err) && req_ok(q, err))
		page_redirect(q, view_post_path(q->a, &r->post));
}

void page(struct req *q)
{
	const char *problem;
	struct rsvp r;

	if (!req_require(q, "/answer", "POST") || !req_require_user(q) ||
	    !read_rsvp(q, &r))
		return;
	problem = guests_problem(q, &r);
	if (rt_question_has_ended(r.post.attached.question))
		page_answer_refused(q, RT_LATE);
	else if (problem)
		ask_guests(q, &r, problem);
	else
		store_answer(q, &r);
}
