/*
 * GET /@NAME       what a member wrote, and following that member.
 *   start          how many posts to skip
 *   after          or the post to go on after, if it is found
 *
 * GET /profile?u=NAME, the classic address, and a name in other letters than
 * it is stored in, redirect to the right /@NAME.
 */
#include <string.h>

#include "web/page.h"

static void show(struct req *q, const struct rt_profile *p)
{
	struct tpl *t = page_begin(q, "profile.tpl",
				   arena_printf(q->a, "@%s", p->member.name));

	if (p->me.id == p->member.id)
		tpl_section(q->root, "AT_PROFILE");
	view_member(q, t, &p->member, "AT_POSTS");
	view_posts(q, t, &p->posts);
	view_pager(t, p->here, p->older, p->posts.n ? RT_PAGE : 0);
	page_end(q, 200);
}

/* The member whom the address names, or NULL. */
static const char *asked_name(struct req *q)
{
	const char *name, *id;

	if (strcmp(q->path, "/profile") == 0)
		return req_query(q, "u");
	return req_member_path(q, &name, &id) && !id ? name : NULL;
}

void page(struct req *q)
{
	const char *name = asked_name(q);
	struct rt_profile p;

	if (!req_require(q, NULL, "GET, HEAD"))
		return;
	if (!name) {
		page_error(q, 404);
		return;
	}
	if (!req_ok(q, rt_profile(q->rt, q->a, q->secret, name, req_place(q),
				  &p)))
		return;
	req_is(q, &p.me);
	if (!p.member.id)
		page_error(q, 404);
	else if (strcmp(q->path, "/profile") == 0 ||
		 strcmp(p.member.name, name) != 0)
		page_redirect(q, view_profile_path(q->a, p.member.name));
	else
		show(q, &p);
}
