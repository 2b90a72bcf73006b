#include "view/view_form.h"

#include "view/view_avatar.h"
#include "view/when.h"

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

struct tpl *view_login_form(struct tpl *t, const char *name)
{
	struct tpl *form = tpl_include(t, "LOGIN", "login_form.tpl");

	tpl_set(form, "USERNAME", name);
	return form;
}

struct tpl *view_register_form(struct tpl *t, const char *name)
{
	struct tpl *form = tpl_include(t, "REGISTER", "register_form.tpl");

	tpl_set(form, "USERNAME", name);
	return form;
}

struct tpl *view_new_password(struct tpl *t)
{
	return tpl_include(t, "NEW_PASSWORD", "new_password.tpl");
}

bool view_bad(struct tpl *form, bool before, const char *section,
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
