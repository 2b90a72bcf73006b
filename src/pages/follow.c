/*
 * POST /follow     starts or stops following, and goes to the profile (303).
 *   uid            whom: a user id
 *   f              1 to follow, 0 to stop
 *   csrf           see rt_csrf()
 *
 * Following twice, or stopping without following, changes nothing, and neither
 * is an error; nor is an attempt to follow yourself.  A member who does not
 * exist is 404, and following very many in a short time is 429.
 */
#include <string.h>

#include "web/page.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES,
	"stale.tpl",
	NULL,
};

static bool follow_or_stop(struct req *q, uint64_t whom, const char *f)
{
	uint64_t me = q->me.id;

	if (whom == me)
		return true;
	if (strcmp(f, "1") == 0)
		return req_ok(q, rt_follow(q->rt, q->a, me, whom));
	if (strcmp(f, "0") == 0)
		return req_ok(q, rt_unfollow(q->rt, q->a, me, whom));
	return true;
}

void page(struct req *q)
{
	struct rt_user whom;
	uint64_t uid;

	if (!req_require(q, "/follow", "POST") || !req_require_user(q))
		return;
	if (!form_number(req_field(q, "uid"), &uid))
		page_error(q, 404);
	else if (req_ok(q, rt_user_by_id(q->rt, q->a, uid, &whom)) &&
		 follow_or_stop(q, uid, req_field(q, "f")))
		page_redirect(q, view_profile_path(q->a, whom.name));
}
