/*
 * POST /act        what the buttons of a post do; redirects back (303).
 *   like           the post to like
 *   unlike         or the one not to like any more
 *   repost         or the one to repost to the member's followers
 *   unrepost       or the one whose repost to remove
 *   save           or the one to keep in the member's saved posts
 *   unsave         or the one not to keep any longer
 *   pin            or the one of the member's own to pin to the profile
 *   unpin          or the one to unpin
 *   cancel         or the one whose date to cancel
 *   leave          or the one whose conversation to leave
 *   join           or the one whose conversation to join again
 *   answer         or ID.N, the answer N to give to the question of the post ID
 *   unanswer       or the one to take back, where several are allowed
 *   read           or the announcement that the member has read
 *   back           the page on which the button was pressed
 *   csrf           see rt_csrf()
 *
 * All posts of a page are in one form, so the button that was pressed says
 * both what to do and with which post.
 *
 * If it is pressed twice, or on a post that has just been deleted, it changes
 * nothing.  Too many likes, reposts or answers in a short time are refused
 * (429); removing one never is.  Pinning another member's post is a 403, and so
 * is cancelling a date that has begun, or that of another member, for those who
 * are no hosts.  Answering a question that has ended is a 409, and an answer
 * that it doesn't have a 404.
 */
#include "base/message.h"
#include "view/page.h"
#include "view/view_question.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES,
	"stale.tpl",
	NULL,
};

static const struct act_button {
	const char *field;
	enum rt_err (*act)(struct rt *rt, struct arena *a,
			   const struct rt_user *me, uint64_t post);
} acts[] = {
	{ "like", rt_like },
	{ "unlike", rt_unlike },
	{ "repost", rt_repost },
	{ "unrepost", rt_unrepost },
	{ "save", rt_save },
	{ "unsave", rt_unsave },
	{ "pin", rt_pin },
	{ "unpin", rt_unpin },
	{ "cancel", rt_date_cancel },
	{ "leave", rt_leave_conversation },
	{ "join", rt_join_conversation },
	{ "read", rt_announcement_read },
};

/* The first button that the form has, or NULL. */
static const struct act_button *pressed_button(const struct req *q,
					       uint64_t *id)
{
	for (size_t i = 0; i < sizeof acts / sizeof *acts; i++)
		if (form_number(req_field(q, acts[i].field), id))
			return &acts[i];
	*id = 0;
	return NULL;
}

static void answer_cancel(struct req *q, enum rt_err err, uint64_t id)
{
	if (err == RT_DENIED || err == RT_LATE)
		page_refuse_date(q, err);
	else if (err == RT_NOT_FOUND)
		page_back(q, PAGE_POST, id);
	else if (req_ok(q, err))
		page_done_back(q, DONE_DATE_CANCELLED);
}

/* Returns false if no answer to a question was pressed. */
static bool press_answer(struct req *q, uint64_t *id, enum rt_err *err)
{
	unsigned answer;

	if (read_answer(req_field(q, "answer"), id, &answer))
		*err = rt_answer(q->rt, q->a, &q->me, *id, answer,
				 RT_SAME_GUESTS);
	else if (read_answer(req_field(q, "unanswer"), id, &answer))
		*err = rt_unanswer(q->rt, q->a, &q->me, *id, answer);
	else
		return false;
	return true;
}

/* Returns false if it has answered. */
static bool press_button(struct req *q, uint64_t *id, enum rt_err *err)
{
	const struct act_button *act;

	if (press_answer(q, id, err))
		return !page_answer_refused(q, *err);
	act = pressed_button(q, id);
	*err = act ? act->act(q->rt, q->a, &q->me, *id) : RT_OK;
	if (act && act->act == rt_date_cancel) {
		answer_cancel(q, *err, *id);
		return false;
	}
	if (*err != RT_DENIED)
		return true;
	page_refuse(q, 403, _("That isn't your post"),
		    _("You can pin only posts that you wrote yourself."));
	return false;
}

void page(struct req *q)
{
	enum rt_err err;
	uint64_t id;

	if (!req_require(q, "/act", "POST") || !req_require_user(q) ||
	    !press_button(q, &id, &err))
		return;
	if (err == RT_NOT_FOUND || req_ok(q, err))
		page_back(q, PAGE_POST, id);
}
