/*
 * POST /post       stores a post and redirects home, or to the reply (303).
 *   status         the text, up to RETWIS_POST_MAX characters
 *   reply_to       the id of the post that it replies to, or nothing
 *   nonce          from the form: if it is sent twice, it is stored once
 *   at             when to publish it, as <input type="datetime-local"> sends
 *                  it, in the host's time zone; redirects to /scheduled.
 *                  Empty: now
 *   answers, comes, ends, several, secret, remind
 *                  the question that it asks,
 *   date, from, to, place
 *                  its date,
 *   announce, until
 *                  and whether it is an announcement: see read_attached()
 *   pictures, alt1 to alt4, kept
 *                  its pictures: see take_pictures(); such a form is
 *                  multipart/form-data
 *   csrf           see rt_csrf()
 *
 * A text that is refused comes back in the form, with the reason (422), and so
 * does a picture (413, 422, 429, 503 or 507); what was taken in is kept.  So
 * does a text with the csrf of an earlier session (403), one that comes too
 * soon after many others (429), and one that Redis can't store (503).  If the
 * session has ended, the text comes back with the sign-in form (401).
 */
#include "base/message.h"
#include "view/page.h"
#include "view/take_pictures.h"
#include "view/view_attached.h"

#define PARENT_GONE                                                             \
	_("The post you're replying to is gone. If you send this now, it will " \
	  "be a post of its own.")

#define TOO_MANY                                                              \
	_("You've reached the limit of scheduled posts. Cancel one of them "  \
	  "first, or publish this one now.")

const char *const page_templates[] = {
	FRAME_TEMPLATES,
	DRAFT_TEMPLATES,
	"stale.tpl",
	NULL,
};

static void give_back_form(struct req *q, uint64_t reply_to,
			   const struct post_problems *bad, int status)
{
	page_draft(q, reply_to, bad);
	page_retry(q, status);
	page_end(q, status);
}

static void give_back_text(struct req *q, uint64_t reply_to,
			   const struct post_problems *bad)
{
	give_back_form(q, reply_to, bad, 422);
}

static void give_back_orphan(struct req *q)
{
	const struct post_problems bad = { .status = PARENT_GONE };

	give_back_text(q, 0, &bad);
}

/* A post is at the top of the home page, but a reply is read in its conversation. */
static void go_to_post(struct req *q, const struct rt_draft *draft,
		       uint64_t id)
{
	const struct rt_post post = { .id = id, .name = q->me.name };

	if (draft->reply_to)
		page_done(q,
			  arena_printf(q->a, "%s#" PAGE_POST "%llu",
				       view_post_path(q->a, &post),
				       (unsigned long long)id),
			  DONE_REPLIED);
	else
		page_done(q, "/", DONE_POSTED);
}

static void store_draft(struct req *q, const struct rt_draft *draft)
{
	uint64_t id;
	enum rt_err err = rt_post_create(q->rt, q->a, &q->me, draft, &id);

	if (err == RT_NOT_FOUND)
		give_back_orphan(q);
	else if (req_ok(q, err))
		go_to_post(q, draft, id);
}

static void schedule_draft(struct req *q, const struct rt_draft *draft,
			   time_t at)
{
	const struct post_problems too_many = { .at = TOO_MANY };
	enum rt_err err = rt_schedule(q->rt, q->a, &q->me, draft, at);

	if (err == RT_NOT_FOUND)
		give_back_orphan(q);
	else if (err == RT_DENIED)
		give_back_text(q, draft->reply_to, &too_many);
	else if (req_ok(q, err))
		page_done(q, "/scheduled", DONE_SCHEDULED);
}

void page(struct req *q)
{
	struct rt_draft draft = { 0 };
	struct post_problems bad;
	time_t now = time(NULL), at = 0;
	char *body = NULL;
	bool is_attached;

	accept_pictures(q);
	if (!req_require(q, "/post", "POST") || !req_require_user(q))
		return;
	draft.nonce = req_field(q, "nonce");
	form_number(req_field(q, "reply_to"), &draft.reply_to);
	bad.status = rt_text_problem(q->a, req_field(q, "status"),
				     q->conf->post_max, &body);
	bad.at = when_problem(req_field(q, "at"), now, &at);
	is_attached = read_attached(q, at ? at : now, draft.reply_to != 0,
				    &bad.attached);
	draft.body = body;
	draft.attached = bad.attached.attached;
	if (!take_pictures(q, &draft, at))
		return;
	if (bad.status || bad.at || !is_attached)
		give_back_text(q, draft.reply_to, &bad);
	else if (pictures_status(q))
		give_back_form(q, draft.reply_to, &bad, pictures_status(q));
	else if (at)
		schedule_draft(q, &draft, at);
	else
		store_draft(q, &draft);
}
