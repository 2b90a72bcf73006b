#include "view/view_register.h"

#include "view/frame.h"
#include "view/view_name.h"
#include "view/view_form.h"

bool must_name_inviter(const struct req *q, const struct rt_invitation *by)
{
	return q->conf->signup == RT_SIGNUP_ASKED && !by;
}

/* A form that comes back keeps its nonce, and so the use that it has claimed. */
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
	f->form = view_register_form(t, req_field(q, "username"));
	if (f->by)
		show_inviter(q, t, f->form, f->by);
	if (must_name_inviter(q, f->by)) {
		f->who = tpl_section(f->form, "ASKED");
		tpl_set(f->who, "WHO",
			rt_text_clean(q->a, req_field(q, "who")));
	}
	return f->form;
}
