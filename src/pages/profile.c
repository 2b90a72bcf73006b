/*
 * GET /@NAME       a member's posts, and a button to follow that member.
 *   start          how many posts to skip
 *   after          or the last post of the page before, if it still exists
 *   archived       how many imported posts to skip; then only those are shown
 *
 * GET /@NAME.atom  the newest 50 as Atom.
 *
 * GET /profile?u=NAME, the classic address, redirects to /@NAME.  So does a
 * name with other capitals than the stored one.
 */
#include <string.h>

#include "view/page.h"
#include "view/view_post.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES, "profile.tpl",     MEMBER_TEMPLATES, POST_TEMPLATES,
	"pager.tpl",     ARCHIVE_TEMPLATES, "atom.tpl",       NULL,
};

static void show_posts(struct req *q, struct tpl *t,
		       const struct rt_profile *p)
{
	view_posts(q, t, &p->posts);
	view_pager(t, p->here, p->older, p->posts.n ? RT_PAGE : 0);
}

static void show_profile(struct req *q, const struct rt_profile *p,
			 const char *path, const char *title)
{
	struct tpl *t = page_begin(q, "profile.tpl", title);

	view_feed(q, path, title);
	if (p->me.id == p->member.id)
		tpl_section(q->root, "AT_PROFILE");
	view_member(q, t, &p->member, "AT_POSTS");
	if (p->posts.n || !p->archive.posts.n)
		show_posts(q, tpl_section(t, "LISTED"), p);
	view_archive(q, t, &p->archive);
	page_end(q, 200);
}

/* The name in the address, or NULL. */
static const char *requested_name(struct req *q)
{
	const char *name, *id;

	if (strcmp(q->path, "/profile") == 0)
		return req_query(q, "u");
	return req_member_path(q, &name, &id) && !id ? name : NULL;
}

static enum rt_err find_profile(struct req *q, const char *name, bool is_feed,
				struct rt_profile *p)
{
	int64_t archived = req_skip(q, "archived");

	if (archived && !is_feed)
		return rt_profile_archive(q->rt, q->a, q->secret, name,
					  archived, p);
	return rt_profile(q->rt, q->a, q->secret, name,
			  is_feed ? FEED_PLACE : req_place(q), p);
}

static void answer_profile(struct req *q, const struct rt_profile *p,
			   bool is_feed)
{
	const char *title =
		view_name_text(q->a, p->member.name, p->member.display);
	const char *path = view_profile_path(q->a, p->member.name);

	if (is_feed)
		page_feed(q, &(struct feed){ .title = title,
					     .path = path,
					     .posts = &p->posts });
	else
		show_profile(q, p, path, title);
}

static void redirect_profile(struct req *q, const char *name, bool is_feed)
{
	page_redirect(q,
		      arena_printf(q->a, "%s%s", view_profile_path(q->a, name),
				   is_feed ? URL_FEED : ""));
}

void page(struct req *q)
{
	bool is_feed = req_feed(q);
	const char *name = requested_name(q);
	struct rt_profile p;

	if (!req_require(q, NULL, "GET, HEAD"))
		return;
	if (!name) {
		page_error(q, 404);
		return;
	}
	if (!req_ok(q, find_profile(q, name, is_feed, &p)))
		return;
	req_set_user(q, &p.me);
	if (!p.member.id)
		page_error(q, 404);
	else if (strcmp(q->path, "/profile") == 0 ||
		 strcmp(p.member.name, name) != 0)
		redirect_profile(q, p.member.name, is_feed);
	else
		answer_profile(q, &p, is_feed);
}
