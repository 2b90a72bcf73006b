/* The forms that more than one page shows. */
#ifndef VIEW_FORM_H
#define VIEW_FORM_H

#include "http/req.h"
#include "view/tpl.h"

/*
 * Includes the form at its place in `t`, and returns it for BAD_... sections.
 * The post form is one for a reply, unless `reply_to` is 0.
 */
struct tpl *view_post_form(struct req *q, struct tpl *t, const char *text,
			   uint64_t reply_to);
struct tpl *view_login_form(struct tpl *t, const char *name);
struct tpl *view_register_form(struct tpl *t, const char *name);
struct tpl *view_new_password(struct tpl *t);

/*
 * The message beside a field, in that field's section; NULL is no mistake.  The
 * first field with one gets the focus: `before` says whether there was another.
 * Returns whether there is any by now.
 */
bool view_bad(struct tpl *form, bool before, const char *section,
	      const char *message);

/* The form by which newcomers register: by themselves, or by a link. */

#define REGISTER_TEMPLATES "register.tpl", "register_form.tpl"

struct register_form {
	const struct rt_invitation *by; /* in: whose link; NULL: none */
	struct tpl *form, *who; /* out, for BAD_... sections; may be NULL */
};

/* Whether the newcomer has to tell who that is, in the part `who`. */
bool must_name_inviter(const struct req *q, const struct rt_invitation *by);

/* Begins the page, with what was typed; without a form if nobody may. */
struct tpl *page_register(struct req *q, struct register_form *f);

#endif
