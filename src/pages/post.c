/*
 * POST /post       stores a post and goes home, or to the reply (303).
 *   status         the text, RETWIS_POST_MAX code points at most
 *   reply_to       the id of the post that it answers, or nothing
 *   nonce          from the form: sent twice, it stores one post
 *   csrf           see rt_csrf()
 *
 * A text that is refused comes back in the form, with the reason (422).  So
 * it does with a csrf of an earlier session (403), from a member who posts too
 * often (429) and while Redis cannot store it (503); signed out meanwhile, it comes back by way of the sign-in (401).
 */
#include "web/page.h"

#define PARENT_GONE                                                           \
	"The post that you reply to is gone. Sent now, this is a post of "    \
	"its own."

static void give_back(struct req *q, uint64_t reply_to, const char *problem)
{
	view_bad(page_unposted(q, reply_to), "BAD_STATUS", problem);
	page_end(q, 422);
}

/* Home shows a post, but not what a reply belongs to. */
static void show(struct req *q, const struct rt_draft *draft, uint64_t id)
{
	const struct rt_post post = { .id = id, .name = q->me.name };

	page_redirect(q, draft->reply_to ? view_post_path(q->a, &post) : "/");
}

static void store(struct req *q, const struct rt_draft *draft)
{
	uint64_t id;
	enum rt_err err = rt_post_create(q->rt, q->a, &q->me, draft, &id);

	if (err == RT_NOT_FOUND)
		give_back(q, 0, PARENT_GONE);
	else if (req_ok(q, err))
		show(q, draft, id);
}

void page(struct req *q)
{
	struct rt_draft draft = { 0 };
	const char *problem;
	char *body;

	if (!req_require(q, "/post", "POST") || !req_require_user(q))
		return;
	draft.nonce = req_field(q, "nonce");
	req_number(req_field(q, "reply_to"), &draft.reply_to);
	problem = rt_text_problem(q->a, req_field(q, "status"),
				  q->conf->post_max, &body);
	draft.body = body;
	if (problem)
		give_back(q, draft.reply_to, problem);
	else
		store(q, &draft);
}
