/*
 * GET /report      asks why somebody reports a post, or a member.
 *   post           which post, or
 *   member         the id of which member
 *
 * POST /report     tells the hosts and moderators, and redirects to the post or
 *                  the member (303).
 *   post, member   as above
 *   reason         unkind, spam, private, forbidden or other
 *   text           what else there is to say, which "other" needs
 *   csrf           see rt_csrf()
 *
 * Without a reason the question comes back (422), and so it does after too many
 * reports (429).  Nobody can report themselves (409).  A member who doesn't
 * exist, waits for approval, is suspended or has left is a 404, and so is a post
 * that is gone; a repost stands for what it shows.
 */
#include <string.h>

#include "base/message.h"
#include "view/page.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES, "report.tpl", POST_TEMPLATES, "stale.tpl", NULL,
};

/* What is reported, and what is wrong with the form. */
struct report_subject {
	struct rt_post post; /* id 0: the member */
	uint64_t whom;
	const char *name;
	const char *bad_reason, *bad_text, *bad_form;
};

/* ---- the question ------------------------------------------------------ */

static void show_report_choices(struct req *q, struct tpl *t)
{
	static const char *const labels[RT_REPORT_REASONS] = {
		[RT_REPORT_UNKIND] = N_("It's unkind"),
		[RT_REPORT_SPAM] = N_("It's spam"),
		[RT_REPORT_PRIVATE] = N_("It shows somebody's private data"),
		[RT_REPORT_FORBIDDEN] = N_("It isn't allowed here"),
		[RT_REPORT_OTHER] = N_("Something else"),
	};
	const char *typed = req_field(q, "reason");

	for (unsigned i = 0; i < RT_REPORT_REASONS; i++) {
		const char *word = rt_report_reason_word(i);
		struct tpl *choice = tpl_section(t, "REASON");

		tpl_set(choice, "WORD", word);
		tpl_set(choice, "LABEL", _(labels[i]));
		if (strcmp(word, typed) == 0)
			tpl_section(choice, "CHOSEN");
	}
}

static void show_report_subject(struct req *q, struct tpl *t,
				const struct report_subject *s)
{
	struct tpl *what;

	tpl_set(t, "NAME", s->name);
	if (!s->post.id) {
		tpl_set_int(tpl_section(t, "MEMBER"), "ID",
			    (long long)s->whom);
		return;
	}
	what = tpl_section(t, "A_POST");
	tpl_set_int(t, "ID", (long long)s->post.id);
	tpl_set_int(tpl_section(t, "POST_ID"), "ID", (long long)s->post.id);
	view_post(q, what, "POST", &s->post);
}

static void ask_reason(struct req *q, const struct report_subject *s,
		       int status)
{
	struct tpl *t;
	bool before;

	q->without_buttons = true;
	t = page_begin(q, "report.tpl",
		       s->post.id ? _("Report this post?")
				  : _("Report this member?"));
	show_report_subject(q, t, s);
	show_report_choices(q, t);
	if (q->conf->text[RT_SITE_RULES])
		tpl_section(t, "RULES");
	tpl_set_number(t, "REPORT_MAX", RT_REPORT_MAX);
	tpl_set(t, "TEXT", rt_text_clean(q->a, req_field(q, "text")));
	before = view_problem(t, false, "BAD_FORM", s->bad_form);
	before = view_problem(t, before, "BAD_REASON", s->bad_reason);
	view_problem(t, before, "BAD_TEXT", s->bad_text);
	page_retry(q, status);
	page_end(q, status);
}

/* ---- the answer -------------------------------------------------------- */

static void refuse_own_report(struct req *q, const struct report_subject *s)
{
	page_refuse(q, 409, _("You can't report yourself"),
		    s->post.id ? _("This is your own post. If it shouldn't be "
				   "there, you can delete it.")
			       : _("If you need help, write to a host of this "
				   "site."));
}

static void limit_reports(struct req *q, struct report_subject *s)
{
	s->bad_form = arena_printf(
		q->a, "%s %s", _("You've sent many reports."), page_wait(q));
	ask_reason(q, s, 429);
}

static void send_report(struct req *q, struct report_subject *s,
			const struct rt_report *report)
{
	enum rt_err err = rt_report(q->rt, q->a, &q->me, report);

	if (err == RT_LIMITED)
		limit_reports(q, s);
	else if (req_ok(q, err))
		page_done(q,
			  s->post.id ? view_post_path(q->a, &s->post)
				     : view_profile_path(q->a, s->name),
			  DONE_REPORTED);
}

static void send_report_or_ask(struct req *q, struct report_subject *s)
{
	struct rt_report report = {
		.whom = s->whom,
		.post = s->post.id,
		.words = s->post.body,
		.reason = rt_report_reason_read(req_field(q, "reason")),
	};
	char *text = NULL;

	if (report.reason == RT_REPORT_REASONS)
		s->bad_reason = _("Choose a reason.");
	s->bad_text =
		rt_report_problem(q->a, req_field(q, "text"),
				  report.reason != RT_REPORT_OTHER, &text);
	report.text = text;
	if (s->bad_reason || s->bad_text)
		ask_reason(q, s, 422);
	else
		send_report(q, s, &report);
}

/* ---- what it is about -------------------------------------------------- */

/* Each returns false if it has answered. */
static bool read_post(struct req *q, uint64_t id, struct report_subject *s)
{
	if (!req_ok(q, rt_post_read(q->rt, q->a, id, &s->post)))
		return false;
	s->whom = s->post.user_id;
	s->name = s->post.name;
	if (s->post.id && (!s->post.suspended || rt_moderates(q->me.standing)))
		return true;
	page_error(q, 404);
	return false;
}

static bool read_member(struct req *q, uint64_t id, struct report_subject *s)
{
	struct rt_user whom;

	if (!req_ok(q, rt_user_by_id(q->rt, q->a, id, &whom)))
		return false;
	s->whom = whom.id;
	s->name = whom.name;
	if (req_sees(q, &whom))
		return true;
	page_error(q, 404);
	return false;
}

static bool read_report_subject(struct req *q, struct report_subject *s)
{
	const char *post = req_given(q, "post");
	const char *member = req_given(q, "member");
	uint64_t id;

	if (post && form_number(post, &id))
		return read_post(q, id, s);
	if (member && form_number(member, &id))
		return read_member(q, id, s);
	page_error(q, 404);
	return false;
}

void page(struct req *q)
{
	struct report_subject s = { .whom = 0 };

	if (!req_require(q, "/report", "GET, HEAD, POST") ||
	    !req_require_user(q) || !read_report_subject(q, &s))
		return;
	if (s.whom == q->me.id)
		refuse_own_report(q, &s);
	else if (q->is_post)
		send_report_or_ask(q, &s);
	else
		ask_reason(q, &s, 200);
}
