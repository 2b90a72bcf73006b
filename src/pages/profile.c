/*
 * GET /@NAME       what a member wrote, and following that member.
 *   start          how many posts to skip
 *
 * GET /profile?u=NAME, the classic address, and a name in other letters than
 * it is stored in, redirect to the right /@NAME.
 */
#include <string.h>

#include "web/page.h"

static void show_relation(struct tpl *t, const struct rt_profile *p)
{
	if (p->me.id == p->user.id)
		tpl_section(t, "ITS_ME");
	else if (p->me.id)
		tpl_set_int(tpl_section(t, p->followed ? "CAN_STOP"
						       : "CAN_FOLLOW"),
			    "UID", (long long)p->user.id);
}

static void show(struct req *q, const struct rt_profile *p, int64_t start)
{
	const char *name = p->user.name;
	struct tpl *t =
		page_begin(q, "profile.tpl", arena_printf(q->a, "@%s", name));

	if (p->me.id == p->user.id)
		tpl_section(q->root, "AT_PROFILE");
	tpl_set(t, "NAME", name);
	tpl_set_int(t, "FOLLOWERS", (long long)p->followers);
	tpl_set_int(t, "FOLLOWING", (long long)p->following);
	if (p->since)
		tpl_set(tpl_section(t, "SINCE"), "SINCE",
			view_date(q->a, p->since));
	show_relation(t, p);
	view_posts(q, t, &p->posts);
	view_pager(t, start, p->older, p->posts.n);
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
	int64_t start = req_start(q);
	struct rt_profile p;

	if (!req_require(q, NULL, "GET, HEAD"))
		return;
	if (!name) {
		page_error(q, 404);
		return;
	}
	if (!req_ok(q, rt_profile(q->rt, q->a, q->secret, name, start, &p)))
		return;
	req_is(q, &p.me);
	if (!p.user.id)
		page_error(q, 404);
	else if (strcmp(q->path, "/profile") == 0 ||
		 strcmp(p.user.name, name) != 0)
		page_redirect(q, view_profile_path(q->a, p.user.name));
	else
		show(q, &p, start);
}
