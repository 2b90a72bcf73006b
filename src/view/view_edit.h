/* The form in which a post is corrected. */
#ifndef VIEW_EDIT_H
#define VIEW_EDIT_H

#include "http/req.h"
#include "view/tpl.h"

struct edit_form {
	const char *id;      /* of the post; NULL: it is scheduled */
	const char *token;   /* of a scheduled post */
	const char *version; /* to which the text belongs */
	const char *text;
	const char *at; /* of a scheduled post, as it was typed */
	const struct rt_attached *attached; /* to it; NULL: not known */
	time_t until;                       /* 0: not known */
	const char
		*present; /* another text that the post has by now, or NULL */
	const char *bad_status, *bad_at;
};

/* Begins the page with that form, which the caller must end. */
void page_edit(struct req *q, const struct edit_form *form);

/* Whether this request has sent such a form, and what is in it. */
bool edit_form_is_sent(const struct req *q);
struct edit_form edit_form_sent(struct req *q);

#endif
