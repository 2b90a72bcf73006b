#include "view/view_form.h"

#include "http/redirect.h"
#include "view/frame.h"
#include "view/view_parts.h"
#include "view/typed_time.h"

#define WORDS_MAX 60 /* of a post that is answered */

struct tpl *view_post_form(struct req *q, struct tpl *t, const char *text,
			   uint64_t reply_to)
{
	struct tpl *form = tpl_include(t, "POST_FORM", "post_form.tpl");

	if (reply_to)
		tpl_set_int(tpl_section(form, "REPLY_TO"), "ID",
			    (long long)reply_to);
	else
		tpl_section(form, "NO_REPLY");
	if (q->me.id)
		view_avatar(q->a, tpl_section(form, "WRITER"), q->me.id,
			    q->me.name, q->me.display);
	tpl_set(form, "NONCE", rt_nonce(q->a));
	tpl_set(form, "STATUS", text);
	tpl_set(form, "ZONE", when_zone(q->a, time(NULL)));
	return form;
}

/* The heading above the form, and the label in it. */
void view_replied(struct req *q, struct tpl *form, const struct rt_post *post)
{
	static const char *const places[] = { "ANSWERS", "NAMED" };
	const char *line = rt_first_line(q->a, post->body);

	for (size_t i = 0; i < 2; i++) {
		struct tpl *t = tpl_section(form, places[i]);

		view_name(t, post->name, post->display);
		if (!post->display)
			tpl_section(t, "PLAIN");
		tpl_set(t, "WORDS", rt_first_words(q->a, line, WORDS_MAX));
	}
}

struct tpl *view_login_form(struct tpl *t, const char *name)
{
	struct tpl *form = tpl_include(t, "LOGIN", "login_form.tpl");

	tpl_set(form, "USERNAME", name);
	return form;
}

struct tpl *view_new_password(struct tpl *t)
{
	return tpl_include(t, "NEW_PASSWORD", "new_password.tpl");
}

struct tpl *view_code_field(struct tpl *t, bool or_spare)
{
	t = tpl_include(t, "CODE_FIELD", "code_field.tpl");
	if (or_spare)
		tpl_section(t, "OR_SPARE");
	return t;
}

bool view_problem(struct tpl *form, bool before, const char *section,
		  const char *message)
{
	struct tpl *bad;

	if (!message)
		return before;
	bad = tpl_section(form, section);
	tpl_set(bad, "MESSAGE", message);
	if (!before)
		tpl_section(bad, "FIRST");
	return true;
}

/* ---- the page to register ---------------------------------------------- */

bool must_introduce(const struct req *q, const struct rt_invitation *by)
{
	return q->conf->signup == RT_SIGNUP_ASKED && !by;
}

const char *newcomer_leads_to(const struct req *q,
			      const struct rt_invitation *by)
{
	const char *wanted = req_wanted(q);

	return wanted && !must_introduce(q, by) ? wanted : "/?welcome=1";
}

static struct tpl *begin_form(struct req *q, struct tpl *t,
			      const struct rt_invitation *by)
{
	struct tpl *form = tpl_include(t, "REGISTER", "register_form.tpl");

	tpl_set(form, "USERNAME", req_field(q, "username"));
	tpl_set(form, "NEXT", newcomer_leads_to(q, by));
	page_password(q);
	return form;
}

/*
 * A form that comes back keeps its nonce, and with it the use of the link that
 * it has claimed.
 */
static void show_inviter(struct req *q, struct tpl *t, struct tpl *form,
			 const struct rt_invitation *by)
{
	const char *nonce = req_field(q, "nonce");

	view_name(tpl_section(t, "INVITED"), by->name, by->display);
	form = tpl_section(form, "INVITED");
	tpl_set(form, "INVITE", by->token);
	tpl_set(form, "NONCE",
		*nonce ? rt_text_clean(q->a, nonce) : rt_nonce(q->a));
}

struct tpl *page_register(struct req *q, struct register_form *f)
{
	struct tpl *t = page_begin(q, "register.tpl", "Register");

	f->form = f->who = NULL;
	if (!f->by && !req_may_register(q)) {
		tpl_section(t, req_may_be_invited(q) ? "BY_LINK"
						     : "SIGNUP_CLOSED");
		return t;
	}
	if (req_wanted(q) && !must_introduce(q, f->by))
		tpl_section(t, "LEADS_ON");
	f->form = begin_form(q, t, f->by);
	if (f->by)
		show_inviter(q, t, f->form, f->by);
	if (must_introduce(q, f->by)) {
		f->who = tpl_section(f->form, "ASKED");
		tpl_set(f->who, "WHO",
			rt_text_clean(q->a, req_field(q, "who")));
	}
	return f->form;
}
