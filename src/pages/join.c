/*
 * GET /join/TOKEN  the form to register with a member's link.  It posts to
 *                  /register.  Viewing it doesn't use the link, since
 *                  messengers fetch every link that they show.
 *   back           the page of this site that opens after registering
 *
 * A member who is signed in is sent there, or home (303).  A link that has
 * expired, is used up, was revoked or never existed gets the same answer (410).
 */
#include "view/page.h"
#include "view/view_form.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES,
	REGISTER_TEMPLATES,
	NULL,
};

static enum rt_err check_link(struct req *q, struct rt_invitation *by)
{
	const char *token = req_segment(q, "/join/");

	if (!token || !req_may_be_invited(q))
		return RT_NOT_FOUND;
	return rt_invitation(q->rt, q->a, token, "", by);
}

void page(struct req *q)
{
	struct rt_invitation by;
	enum rt_err err;

	q->caching = "no-store";
	if (!req_require(q, NULL, "GET, HEAD") || !req_load_user(q))
		return;
	if (q->me.id) {
		page_to_wanted(q);
		return;
	}
	err = check_link(q, &by);
	if (err == RT_NOT_FOUND) {
		page_error(q, 410);
	} else if (req_ok(q, err)) {
		page_register(q, &(struct register_form){ .by = &by });
		page_end(q, 200);
	}
}
