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

#endif
