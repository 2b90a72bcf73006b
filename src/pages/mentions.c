/*
 * GET /@NAME/mentions       the posts that mention a member, the newest first.
 *   start                   how many to skip
 *   after                   or the post to go on after, if it is still there
 *
 * GET /@NAME/mentions.atom  the newest 50 as Atom.
 *
 * A name in capitals that differ from the stored ones redirects to the right
 * address.
 */
#include <string.h>

#include "base/message.h"
#include "view/page.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES,
	"mentions.tpl",
	MEMBER_TEMPLATES,
	POST_TEMPLATES,
	"pager.tpl",
	"atom.tpl",
	NULL,
};

static void show_mentions(struct req *q, const struct rt_mentions *m,
			  const char *path, const char *title)
{
	struct tpl *t = page_begin(q, "mentions.tpl", title);

	view_feed(q, path, title);
	view_member(q, t, &m->member, "AT_MENTIONS");
	tpl_set(t, "NAME", m->member.name);
	view_posts(q, t, &m->posts);
	view_pager(t, m->here, m->older, m->posts.n ? RT_PAGE : 0);
	page_end(q, 200);
}

static void answer_mentions(struct req *q, const struct rt_mentions *m,
			    bool is_feed)
{
	const struct rt_member *of = &m->member;
	const char *title =
		message_fill(q->a, _("Mentions of {name}"), "name",
			     view_name_text(q->a, of->name, of->display));
	const char *path = arena_printf(q->a, "%s/mentions",
					view_profile_path(q->a, of->name));

	if (is_feed)
		page_feed(q, &(struct feed){ .title = title,
					     .path = path,
					     .posts = &m->posts });
	else
		show_mentions(q, m, path, title);
}

static void redirect_mentions(struct req *q, const char *name, bool is_feed)
{
	page_redirect(q, arena_printf(q->a, "%s/mentions%s",
				      view_profile_path(q->a, name),
				      is_feed ? URL_FEED : ""));
}

void page(struct req *q)
{
	bool is_feed = req_feed(q);
	struct rt_place place = is_feed ? FEED_PLACE : req_place(q);
	const char *name, *path;
	struct rt_mentions m;

	if (!req_require(q, NULL, "GET, HEAD"))
		return;
	if (!req_member_path(q, &name, &path)) {
		page_error(q, 404);
		return;
	}
	if (!req_ok(q, rt_mentions(q->rt, q->a, q->secret, name, place, &m)))
		return;
	req_set_user(q, &m.me);
	if (!m.member.id)
		page_error(q, 404);
	else if (strcmp(m.member.name, name) != 0)
		redirect_mentions(q, m.member.name, is_feed);
	else
		answer_mentions(q, &m, is_feed);
}
