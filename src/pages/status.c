/*
 * GET /@NAME/ID    one post.  With another NAME than its author's, a redirect
 *                  to the right address.
 */
#include <string.h>

#include "web/page.h"

static void show(struct req *q, const struct rt_post *post)
{
	struct rt_posts posts = { .v = (struct rt_post *)post, .n = 1 };
	struct tpl *t = page_begin(q, "status.tpl",
				   arena_printf(q->a, "@%s", post->name));

	view_posts(q, t, &posts);
	page_end(q, 200);
}

void page(struct req *q)
{
	const char *name, *id_text;
	struct rt_status s;
	uint64_t id;

	if (!req_require(q, NULL, "GET, HEAD"))
		return;
	if (!req_member_path(q, &name, &id_text) || !id_text ||
	    !req_number(id_text, &id)) {
		page_error(q, 404);
		return;
	}
	if (!req_ok(q, rt_status(q->rt, q->a, q->secret, id, &s)))
		return;
	req_is(q, &s.me);
	if (!s.post.id)
		page_error(q, 404);
	else if (strcmp(s.post.name, name) != 0)
		page_redirect(q, view_post_path(q->a, &s.post));
	else
		show(q, &s.post);
}
