/*
 * GET /@NAME/ID    a post with its thread: the post that it replies to, its
 *                  replies, the oldest first, and a form to reply.
 *   start          how many replies to skip
 *
 * If NAME isn't the author's, or ID is a repost, it redirects to the right
 * address.
 */
#include <string.h>

#include "view/page.h"

#define TITLE_MAX 60

const char *const page_templates[] = {
	FRAME_TEMPLATES, "status.tpl",    "thread.tpl",
	POST_TEMPLATES,  "post_form.tpl", NULL,
};

static void show_reply_pages(struct tpl *t, const struct rt_status *s)
{
	struct tpl *pages;

	if (!s->start && !s->later)
		return;
	pages = tpl_section(t, "PAGES");
	if (s->start)
		tpl_set_int(tpl_section(pages, "EARLIER"), "START",
			    s->start > RT_REPLIES ? s->start - RT_REPLIES : 0);
	if (s->later)
		tpl_set_int(tpl_section(pages, "LATER"), "START", s->later);
}

static void show_replies(struct req *q, struct tpl *t,
			 const struct rt_status *s)
{
	for (size_t i = 0; i < s->replies.n; i++)
		view_post(q, t, "ONE_REPLY", &s->replies.v[i]);
	if (!s->replies.n)
		tpl_section(t, "NO_REPLIES");
	show_reply_pages(t, s);
}

/* What a list has no room for: see templates/thread.tpl. */
static void show_tools(struct req *q, struct tpl *t, const struct rt_status *s)
{
	struct tpl *tools;

	if (!q->me.id)
		return;
	tools = tpl_section(t, "TOOLS");
	tpl_set_int(tools, "ID", (long long)s->post.id);
	if (!q->without_buttons)
		tpl_section(tools, s->saved ? "UNSAVE" : "SAVE");
	if (q->me.id != s->post.user_id)
		return;
	if (!q->without_buttons)
		tpl_section(tools, s->pinned ? "UNPIN" : "PIN");
	tpl_section(tools, "DELETE");
}

static void show_thread(struct req *q, struct tpl *t,
			const struct rt_status *s)
{
	if (s->parent.id)
		view_post(q, t, "PARENT", &s->parent);
	view_whole_post(q, t, "POST", &s->post);
	view_names(t, "LIKERS", s->liker, RT_LIKERS, s->post.likes);
	show_tools(q, t, s);
	show_replies(q, t, s);
}

static const char *status_title(struct req *q, const struct rt_post *post)
{
	const char *line = rt_first_line(q->a, post->body);

	return arena_printf(q->a, "%s: %s",
			    view_name_text(q->a, post->name, post->display),
			    rt_first_words(q->a, line, TITLE_MAX));
}

static void show_status(struct req *q, const struct rt_status *s)
{
	struct tpl *t = page_begin(q, "status.tpl", status_title(q, &s->post));

	view_preview(q, &s->post);
	view_name(t, s->post.name, s->post.display);
	if (s->post.reply_to && !s->parent.id)
		tpl_section(t, "PARENT_GONE");
	show_thread(q,
		    tpl_include(view_post_buttons(q, t), "POST", "thread.tpl"),
		    s);
	if (q->me.id && !req_has_no_access(q))
		view_post_form(q, t, "", s->post.id);
	page_end(q, 200);
}

void page(struct req *q)
{
	int64_t start = req_start(q);
	const char *name, *id_text;
	struct rt_status s;
	uint64_t id;

	if (!req_require(q, NULL, "GET, HEAD"))
		return;
	if (!req_member_path(q, &name, &id_text) || !id_text ||
	    !form_number(id_text, &id)) {
		page_error(q, 404);
		return;
	}
	if (!req_ok(q, rt_status(q->rt, q->a, q->secret, id, start, &s)))
		return;
	req_set_user(q, &s.me);
	if (!s.post.id)
		page_error(q, 404);
	else if (s.post.id != id || strcmp(s.post.name, name) != 0)
		page_redirect(q, view_post_path(q->a, &s.post));
	else
		show_status(q, &s);
}
