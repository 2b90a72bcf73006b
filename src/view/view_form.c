#include "view/view_form.h"

#include "base/message.h"
#include "http/redirect.h"
#include "view/frame.h"
#include "view/view_parts.h"

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
	struct tpl *t = page_begin(q, "register.tpl",
				   message_in("heading", "Register"));

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
