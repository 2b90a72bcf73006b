/*
 * GET /scheduled   the posts that the member has scheduled, the soonest first.
 *   id             asks whether to cancel this one
 *
 * POST /scheduled  cancels one of them, and redirects here (303).
 *   id             which one
 *   csrf           see rt_csrf()
 *
 * The list says so if that post isn't scheduled any longer (404), or is being
 * published at that moment (409).
 */
#include "base/message.h"
#include "view/page.h"
#include "view/view_attached.h"
#include "view/view_body.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES, "scheduled.tpl", "cancel.tpl", ATTACHED_TEMPLATES,
	"body.tpl",      "stale.tpl",     NULL,
};

static void show_waiting_parent(struct tpl *t, const struct rt_scheduled *s)
{
	struct tpl *parent;

	if (s->reply_refused)
		tpl_section(t, "REPLY_REFUSED");
	if (s->reply_gone)
		tpl_section(t, "REPLY_GONE");
	if (!s->reply_to || !s->reply_name)
		return;
	parent = tpl_section(t, "REPLY");
	tpl_set(parent, "NAME", s->reply_name);
	tpl_set_int(parent, "ID", (long long)s->reply_to);
}

static void show_waiting(struct req *q, struct tpl *t,
			 const struct rt_scheduled *s)
{
	view_time(q, t, s->at);
	if (s->at <= time(NULL) && !s->reply_gone && !s->reply_refused)
		tpl_section(t, "DUE");
	show_waiting_parent(t, s);
	view_body(q->a, t, &(struct rt_post){ .body = s->body });
	view_attached(q, t, &s->attached);
	tpl_set(t, "ID", s->token);
}

/* `late` is the section that says why a post wasn't cancelled, or NULL. */
static void show_scheduled(struct req *q, int status, const char *late,
			   const struct rt_schedule *s)
{
	struct tpl *t = page_begin(q, "scheduled.tpl", _("Scheduled posts"));
	struct tpl *list = tpl_section(t, s->n ? "LIST" : "EMPTY");

	if (late)
		tpl_section(t, late);
	for (size_t i = 0; i < s->n; i++)
		show_waiting(q, tpl_section(list, "ONE"), &s->v[i]);
	page_end(q, status);
}

static void show_schedule(struct req *q, int status, const char *late)
{
	struct rt_schedule s;

	if (req_ok(q, rt_schedule_list(q->rt, q->a, q->me.id, &s)))
		show_scheduled(q, status, late, &s);
}

static void confirm_cancelling(struct req *q, const char *token)
{
	const struct rt_scheduled *post;
	struct rt_schedule s;

	if (!req_ok(q, rt_schedule_list(q->rt, q->a, q->me.id, &s)))
		return;
	post = rt_schedule_find(&s, token);
	if (!post) {
		show_scheduled(q, 404, "GONE", &s);
		return;
	}
	show_waiting(q, page_begin(q, "cancel.tpl", _("Cancel this post?")),
		     post);
	page_end(q, 200);
}

static void cancel_waiting(struct req *q)
{
	enum rt_err err =
		rt_schedule_cancel(q->rt, q->a, q->me.id, req_field(q, "id"));

	if (err == RT_NOT_FOUND)
		show_schedule(q, 404, "GONE");
	else if (err == RT_TAKEN)
		show_schedule(q, 409, "TOO_LATE");
	else if (req_ok(q, err))
		page_done(q, "/scheduled", DONE_CANCELLED);
}

void page(struct req *q)
{
	if (!req_require(q, "/scheduled", "GET, HEAD, POST") ||
	    !req_require_user(q))
		return;
	if (q->is_post)
		cancel_waiting(q);
	else if (req_query(q, "id"))
		confirm_cancelling(q, req_query(q, "id"));
	else
		show_schedule(q, 200, NULL);
}
