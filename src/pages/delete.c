/*
 * GET /delete      asks whether to delete a post of the member's own.
 * POST /delete     deletes it and goes home (303).
 *   id             which
 *   csrf           see rt_csrf()
 *
 * Somebody else's post is a 403, and one that is gone already is a 404.
 */
#include "web/page.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES, "delete.tpl", POST_TEMPLATES, "stale.tpl", NULL,
};

static void ask_to_delete(struct req *q, uint64_t id)
{
	struct rt_status s;
	struct tpl *t;
	bool found;

	if (!req_ok(q, rt_status(q->rt, q->a, q->secret, id, 0, &s)))
		return;
	found = s.post.id && s.post.id == id;
	if (!found || s.post.user_id != q->me.id) {
		page_error(q, found ? 403 : 404);
		return;
	}
	q->still = true;
	t = page_begin(q, "delete.tpl", "Delete this post?");
	view_post(q, t, "POST", &s.post);
	tpl_set_int(t, "ID", (long long)id);
	tpl_set(t, "NAME", s.post.name);
	page_end(q, 200);
}

static void delete_own_post(struct req *q, uint64_t id)
{
	enum rt_err err = rt_post_delete(q->rt, q->a, &q->me, id);

	if (err == RT_DENIED)
		page_error(q, 403);
	else if (req_ok(q, err))
		page_redirect(q, "/");
}

void page(struct req *q)
{
	const char *text;
	uint64_t id;

	if (!req_require(q, "/delete", "GET, HEAD, POST") ||
	    !req_require_user(q))
		return;
	text = q->is_post ? req_field(q, "id") : req_query(q, "id");
	if (!text || !form_number(text, &id))
		page_error(q, 404);
	else if (q->is_post)
		delete_own_post(q, id);
	else
		ask_to_delete(q, id);
}
