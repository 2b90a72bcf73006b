/*
 * POST /standing   a host changes what a member may do; redirects to that
 *                  member's profile (303).
 *   uid            the member
 *   standing       host, moderator, member or stopped
 *   csrf           see rt_csrf()
 *
 * For everybody but hosts this address doesn't exist (404).  A member who
 * doesn't exist is a 404, too.  The only host can't become anything else
 * (409).
 */
#include "view/page.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES,
	"stale.tpl",
	NULL,
};

/* Only newcomers can be waiting; a host can't make anybody wait. */
static bool may_give(enum rt_standing standing)
{
	return rt_belongs(standing) || standing == RT_SUSPENDED;
}

static void log_standing(const struct req *q, const struct rt_user *whom,
			 enum rt_standing standing)
{
	const char *who = log_name(q, q->me.name);

	if (standing == RT_SUSPENDED)
		log_act(q, "%s suspended %s", who, log_name(q, whom->name));
	else
		log_act(q, "%s made %s a %s", who, log_name(q, whom->name),
			rt_standing_word(standing));
}

static void give_standing(struct req *q, enum rt_standing standing)
{
	struct rt_user whom;
	enum rt_err err;
	uint64_t id;

	if (!form_number(req_field(q, "uid"), &id) || !may_give(standing)) {
		page_error(q, 400);
		return;
	}
	if (!req_ok(q, rt_user_by_id(q->rt, q->a, id, &whom)))
		return;
	err = rt_set_standing(q->rt, q->a, id, standing);
	if (err == RT_DENIED) {
		page_error(q, 409);
	} else if (req_ok(q, err)) {
		log_standing(q, &whom, standing);
		page_redirect(q, view_profile_path(q->a, whom.name));
	}
}

void page(struct req *q)
{
	if (req_require_host(q, "/standing", "POST"))
		give_standing(q, rt_standing_read(req_field(q, "standing")));
}
