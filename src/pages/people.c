/*
 * GET /@NAME/followers   who follows a member, the newest first;
 * GET /@NAME/following   whom a member follows, the newest first.
 *   start                how many to skip
 *
 * A name with other capitals than the stored one redirects to the right
 * address.
 */
#include <string.h>

#include "base/message.h"
#include "view/page.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES,  "people.tpl", MEMBER_TEMPLATES,
	PEOPLE_TEMPLATES, "pager.tpl",  NULL,
};

/* Indexed by enum rt_side. */
static const struct people_page {
	const char *path, *title, *heading, *tab;
} lists[] = {
	{ "followers", N_("Followers of {name}"), N_("Followers"),
	  "AT_FOLLOWERS" },
	{ "following", N_("Followed by {name}"), N_("Following"),
	  "AT_FOLLOWING" },
};

static void show_people(struct req *q, const struct rt_people *p,
			const struct people_page *list, int64_t start)
{
	struct rt_place here = { .start = start },
			older = { .start = p->older };
	struct tpl *t =
		page_begin(q, "people.tpl",
			   message_fill(q->a, _(list->title), "name",
					view_name_text(q->a, p->member.name,
						       p->member.display)));

	view_member(q, t, &p->member, list->tab);
	tpl_set(t, "HEADING", _(list->heading));
	view_people(q, t, &p->list);
	if (!p->list.n)
		tpl_section(t, "EMPTY");
	view_pager(t, here, older, p->list.n ? RT_PEOPLE : 0);
	page_end(q, 200);
}

/* The list that the address asks for, or NULL. */
static const struct people_page *requested_list(struct req *q,
						const char **name)
{
	const char *path;

	if (!req_member_path(q, name, &path) || !path)
		return NULL;
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
		if (strcmp(path, lists[i].path) == 0)
			return &lists[i];
	return NULL;
}

void page(struct req *q)
{
	const char *name;
	const struct people_page *list = requested_list(q, &name);
	int64_t start = req_start(q);
	struct rt_people p;

	if (!req_require(q, NULL, "GET, HEAD"))
		return;
	if (!list) {
		page_error(q, 404);
		return;
	}
	if (!req_ok(q, rt_people(q->rt, q->a, q->secret, name,
				 (enum rt_side)(list - lists), start, &p)))
		return;
	req_set_user(q, &p.me);
	if (!p.member.id)
		page_error(q, 404);
	else if (strcmp(p.member.name, name) != 0)
		page_redirect(
			q, arena_printf(q->a, "%s/%s",
					view_profile_path(q->a, p.member.name),
					list->path));
	else
		show_people(q, &p, list, start);
}
