/* Forms that more than one page shows. */
#ifndef VIEW_FORM_H
#define VIEW_FORM_H

#include "http/req.h"
#include "view/tpl.h"

/* Each includes the form at its place in `t`, and returns it. */
struct tpl *view_login_form(struct tpl *t, const char *name);
struct tpl *view_new_password(struct tpl *t);

/* The field for a code of two-step sign-in, or for a spare code, too. */
struct tpl *view_code_field(struct tpl *t, bool or_spare);

/*
 * Shows a message next to a field, in that field's section; NULL means that
 * nothing is wrong with it.  The first field with a message gets the focus:
 * `before` says whether there was one before.  Returns whether there is one
 * now.
 */
bool view_problem(struct tpl *form, bool before, const char *section,
		  const char *message);

/* ---- the page to register ---------------------------------------------- */

#define REGISTER_TEMPLATES "register.tpl", "register_form.tpl"

struct register_form {
	const struct rt_invitation *by; /* in: whose link; NULL: none */
	struct tpl *form, *who; /* out, for BAD_... sections; may be NULL */
};

/* Whether newcomers have to say who they are, in the section `who`. */
bool must_introduce(const struct req *q, const struct rt_invitation *by);

/*
 * The page after registering: the one that the visitor wanted, which whoever
 * has to wait for approval can't see yet, or a welcome.
 */
const char *newcomer_leads_to(const struct req *q,
			      const struct rt_invitation *by);

/*
 * Begins the page, with what was typed so far.  If nobody may register, it has
 * no form.
 */
struct tpl *page_register(struct req *q, struct register_form *f);

#endif
