/*
 * POST /post       stores a post and goes home (303).
 *   status         the text, RETWIS_POST_MAX code points at most
 *   nonce          from the form: sent twice, it stores one post
 *   csrf           see rt_csrf()
 *
 * A text that is refused comes back in the form, with the reason (422).
 */
#include "web/page.h"

static void give_back(struct req *q, const char *text, const char *problem)
{
	struct tpl *t = page_begin(q, "refused.tpl", "Not posted yet");

	view_bad(view_post_form(q, t, rt_text_clean(q->a, text)), "BAD_STATUS",
		 problem);
	page_end(q, 422);
}

void page(struct req *q)
{
	const char *text, *problem;
	const struct rt_user *me;
	char *body;
	uint64_t id;

	if (!req_require(q, "/post", "POST") || !(me = req_require_user(q)))
		return;
	text = req_field(q, "status");
	problem = rt_text_problem(q->a, text, q->conf->post_max, &body);
	if (problem)
		give_back(q, text, problem);
	else if (req_ok(q, rt_post_create(q->rt, q->a, me,
					  req_field(q, "nonce"), body, &id)))
		page_redirect(q, "/");
}
