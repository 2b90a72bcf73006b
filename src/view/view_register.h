/* The form by which newcomers register: by themselves, or by a link. */
#ifndef VIEW_REGISTER_H
#define VIEW_REGISTER_H

#include "http/req.h"
#include "view/tpl.h"

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
