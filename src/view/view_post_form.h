/* The form of a post, empty or as it was sent. */
#ifndef VIEW_POST_FORM_H
#define VIEW_POST_FORM_H

#include "http/req.h"
#include "view/tpl.h"
#include "view/view_attached.h"

#define POST_FORM_TEMPLATES "post_form.tpl", "picture_form.tpl"

/*
 * Includes the form at its place in `t`, and returns it.  It is for a reply,
 * unless `reply_to` is 0.
 */
struct tpl *view_post_form(struct req *q, struct tpl *t, const char *text,
			   uint64_t reply_to);

/* What is wrong with each field of the form of a post; NULL: nothing. */
struct post_problems {
	const char *status, *at;
	struct attached_form attached;
};

/*
 * The same with everything that was sent, and the problems, if there are any.
 * It keeps its nonce: if the post was stored after all, it isn't stored twice.
 */
void view_post_draft(struct req *q, struct tpl *t, uint64_t reply_to,
		     const struct post_problems *bad);

/* Says in a post form whom the reply answers, and repeats the first words. */
void view_replied(struct req *q, struct tpl *form, const struct rt_post *post);

#endif
