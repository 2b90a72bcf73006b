/*
 * POST /follow     follows or unfollows a member, and redirects back (303).
 *   follow         whom to follow: a user id
 *   unfollow       or whom to unfollow
 *   back           the list in which the button was pressed; without it, the
 *                  redirect is to the profile, or home if that is hidden
 *   csrf           see rt_csrf()
 *
 * Following twice, unfollowing without following, and following yourself
 * change nothing, and aren't errors.  A member who doesn't exist is a 404, and
 * following very many in a short time is a 429.
 */
#include "view/page.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES,
	"stale.tpl",
	NULL,
};

static bool follow_or_stop(struct req *q, uint64_t whom, bool stop)
{
	uint64_t me = q->me.id;

	if (whom == me)
		return true;
	return req_ok(q, stop ? rt_unfollow(q->rt, q->a, me, whom)
			      : rt_follow(q->rt, q->a, me, whom));
}

/* Whom the form is about, and whether it is to stop.  If not, that is answered. */
static bool find_whom(struct req *q, struct rt_user *whom, bool *stop)
{
	uint64_t id = 0;

	*stop = !form_number(req_field(q, "follow"), &id);
	if (*stop && !form_number(req_field(q, "unfollow"), &id)) {
		page_error(q, 404);
		return false;
	}
	if (!req_ok(q, rt_user_by_id(q->rt, q->a, id, whom)))
		return false;
	if (!*stop && whom->standing == RT_SUSPENDED) {
		page_error(q, 404);
		return false;
	}
	return true;
}

void page(struct req *q)
{
	struct rt_user whom;
	bool stop;

	if (!req_require(q, "/follow", "POST") || !req_require_user(q) ||
	    !find_whom(q, &whom, &stop) || !follow_or_stop(q, whom.id, stop))
		return;
	if (*req_field(q, "back"))
		page_back(q, PAGE_MEMBER, whom.id);
	else
		page_redirect(q, req_sees(q, &whom)
					 ? view_profile_path(q->a, whom.name)
					 : "/");
}
