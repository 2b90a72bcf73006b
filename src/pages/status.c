/*
 * GET /@NAME/ID    a post in its conversation: what came before it, the post
 *                  itself with a form to reply, and what follows.
 *   after          begins after this post of the conversation; 0: with the
 *                  first one.  Otherwise it is the page that has the post
 *
 * A post that a moderator has removed shows its author why, and is a 404 for
 * others; hosts and moderators are redirected to /remove.
 *
 * If NAME isn't the author's, or ID is a repost, it redirects to the right
 * address.
 */
#include <string.h>

#include "base/message.h"
#include "view/page.h"
#include "view/view_act.h"
#include "view/view_question.h"
#include "view/view_roster.h"

#define TITLE_MAX 60
#define LONG_WAY  5 /* posts above the post: a link leads past them */

const char *const page_templates[] = {
	FRAME_TEMPLATES, "status.tpl",      "thread.tpl",
	POST_TEMPLATES,  ANSWER_TEMPLATES,  POST_FORM_TEMPLATES,
	"removed.tpl",   ROSTERS_TEMPLATES, NULL,
};

/* ---- the conversation -------------------------------------------------- */

static void show_step(struct tpl *turn, const struct rt_thread_post *of)
{
	tpl_set_int(turn, "STEP", of->depth > RT_STEPS ? RT_STEPS : of->depth);
	if (of->is_apart)
		tpl_section(turn, "APART");
}

/* In place of posts by members whom the visitor has muted. */
static void show_hidden(struct tpl *turn, const struct rt_thread_post *of)
{
	struct tpl *hidden = tpl_section(turn, "HIDDEN");

	tpl_set_number(hidden, "COUNT", of->hidden);
	tpl_plural(tpl_section(hidden, of->hidden > 1 || of->depth ? "REPLIES"
								   : "POST"),
		   of->hidden);
}

/* Those of the page from the index `from` on, up to `to`. */
static void show_turns(struct req *q, struct tpl *thread,
		       const struct rt_thread *of, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++) {
		struct tpl *turn = tpl_section(thread, "TURN");

		show_step(turn, &of->v[i]);
		if (of->v[i].post.id)
			view_post(q, turn, "POST", &of->v[i].post);
		else if (of->v[i].hidden)
			show_hidden(turn, &of->v[i]);
		else
			tpl_section(turn,
				    of->v[i].removed ? "REMOVED" : "DELETED");
	}
}

/* Begins a part of the conversation, with a form if it has buttons. */
static struct tpl *begin_turns(struct req *q, struct tpl *t,
			       const struct rt_thread *of, size_t from)
{
	while (from < of->n && !of->v[from].post.id)
		from++;
	t = from < of->n ? view_post_buttons(q, t)
			 : tpl_include(t, "POSTS", "posts.tpl");
	return tpl_include(t, "POST", "thread.tpl");
}

static void show_page_link(struct tpl *t, const char *section, uint64_t after)
{
	tpl_set_int(tpl_section(t, section), "AFTER", (long long)after);
}

static void show_earlier(struct tpl *t, const struct rt_thread *of)
{
	if (of->has_earlier)
		show_page_link(t, "EARLIER", of->earlier);
}

/* ---- the post itself --------------------------------------------------- */

/* Where nobody else has written, only the author may be told anything. */
static bool may_leave(const struct rt_status *s, bool is_mine)
{
	return s->thread.root && (is_mine || !s->thread.is_single);
}

static void show_tools(struct req *q, struct tpl *focus,
		       const struct rt_status *s)
{
	bool is_mine = q->me.id == s->post.user_id;
	struct tpl *tools;

	if (!q->me.id)
		return;
	tools = tpl_section(focus, "TOOLS");
	tpl_set_int(tools, "ID", (long long)s->post.id);
	tpl_section(tools, s->saved ? "UNSAVE" : "SAVE");
	if (rt_may_edit(q->rt, &q->me, &s->post))
		tpl_section(tools, "EDIT");
	if (rt_may_change_date(&q->me, &s->post))
		tpl_section(tools, "DATE");
	if (is_mine) {
		tpl_section(tools, s->pinned ? "UNPIN" : "PIN");
		tpl_section(tools, "DELETE");
	} else {
		tpl_section(tools, "REPORT");
		if (rt_moderates(q->me.standing))
			tpl_section(tools, "REMOVE");
	}
	if (may_leave(s, is_mine))
		tpl_section(tools, s->thread.has_left ? "JOIN" : "LEAVE");
}

/* Thirty days after its end only the first number is known. */
static void show_readers(struct req *q, struct tpl *focus,
			 const struct rt_status *s)
{
	const uint64_t readers = s->post.attached.readers;
	struct tpl *t, *of;

	if (!s->post.attached.announced || !q->me.id || req_has_no_access(q))
		return;
	t = tpl_section(focus, "READERS");
	tpl_set_number(t, "COUNT", readers);
	if (s->members && readers <= s->members) {
		of = tpl_section(t, "OF");
		tpl_set_number(of, "MEMBERS", s->members);
	} else {
		of = tpl_section(t, "ALONE");
	}
	tpl_plural(of, readers);
}

static void show_focus(struct req *q, struct tpl *thread,
		       const struct rt_status *s, size_t at)
{
	struct tpl *focus = tpl_section(thread, "FOCUS");

	show_step(focus, &s->thread.v[at]);
	view_whole_post(q, focus, "POST", &s->post);
	show_readers(q, focus, s);
	view_rosters(q, focus, s);
	view_names(focus, "LIKERS", s->liker, RT_LIKERS, s->post.likes);
	show_tools(q, focus, s);
}

static void show_reply_form(struct req *q, struct tpl *t,
			    const struct rt_post *post)
{
	if (q->me.id && !req_has_no_access(q))
		view_replied(q, view_post_form(q, t, "", post->id), post);
}

/* Below its card: what else there is about the question that it asks. */
static void show_question(struct req *q, struct tpl *t,
			  const struct rt_post *post)
{
	if (view_has_answer_form(q, post))
		view_answer_form(q, t, post, NULL);
}

/* ---- around the post --------------------------------------------------- */

/* The index of the post on this page, or the number of posts. */
static size_t find_focus(const struct rt_status *s)
{
	size_t at = 0;

	while (at < s->thread.n && s->thread.v[at].id != s->post.id)
		at++;
	return at;
}

static void show_above(struct req *q, struct tpl *t, const struct rt_status *s,
		       size_t at)
{
	struct tpl *above = tpl_section(t, "ABOVE");
	struct tpl *turns = begin_turns(q, above, &s->thread, 0);

	show_earlier(above, &s->thread);
	if (at >= LONG_WAY)
		tpl_set_int(tpl_section(above, "SKIP"), "ID",
			    (long long)s->post.id);
	if (at)
		page_thread(q);
	show_turns(q, turns, &s->thread, 0, at);
	show_focus(q, turns, s, at);
	show_question(q, above, &s->post);
	show_reply_form(q, above, &s->post);
}

static const char *below_title(const struct rt_thread *of, size_t at,
			       bool is_last)
{
	if (at == of->n)
		return "PAGE";
	return is_last || !of->v[at].depth ? "REPLIES" : "FURTHER";
}

static void show_below(struct req *q, struct tpl *t, const struct rt_status *s,
		       size_t at)
{
	const struct rt_thread *of = &s->thread;
	size_t from = at < of->n ? at + 1 : 0;
	bool is_last = from == of->n && !of->later;
	struct tpl *below;

	tpl_section(t, below_title(of, at, is_last));
	if (is_last)
		tpl_section(t, "NO_REPLIES");
	if (from < of->n) {
		below = tpl_section(t, "BELOW");
		if (!from)
			show_earlier(below, of);
		show_turns(q, begin_turns(q, below, of, from), of, from,
			   of->n);
	}
	if (of->later)
		show_page_link(t, "LATER", of->later);
}

static const char *status_title(struct req *q, const struct rt_post *post)
{
	const char *line = rt_first_line(q->a, post->body);

	return message_fill(q->a, _("{name}: {words}"), "name",
			    view_name_text(q->a, post->name, post->display),
			    "words", rt_first_words(q->a, line, TITLE_MAX));
}

static void show_status(struct req *q, const struct rt_status *s)
{
	struct tpl *t = page_begin(q, "status.tpl", status_title(q, &s->post));
	size_t at = find_focus(s);

	view_preview(q, &s->post, 0);
	view_name(t, s->post.name, s->post.display);
	if (at < s->thread.n)
		show_above(q, t, s, at);
	else
		tpl_set_int(tpl_section(t, "AWAY"), "ID",
			    (long long)s->post.id);
	show_below(q, t, s, at);
	if (s->thread.root)
		page_live_conversation(q, s->thread.root, s->thread.newest);
	page_end(q, 200);
}

/* ---- a post that was removed ------------------------------------------- */

/* Hosts and moderators read it on another page. */
static void show_own_removed(struct req *q, const struct rt_status *s,
			     uint64_t id)
{
	const struct rt_removed removed = {
		.at = s->removed_at,
		.reason = s->removed_reason,
	};
	struct tpl *t, *author;

	if (rt_moderates(q->me.standing)) {
		page_redirect(q, view_remove_path(q->a, id));
		return;
	}
	if (q->me.id != s->removed_of || req_has_no_access(q)) {
		page_error(q, 404);
		return;
	}
	t = page_begin(q, "removed.tpl", _("A post that was removed"));
	tpl_section(t, "REMOVED");
	view_removed(q, t, &removed);
	view_actor(t, NULL, NULL);
	author = tpl_section(t, "AUTHOR");
	tpl_set_int(author, "ID", (long long)id);
	tpl_set(author, "UNTIL", view_date(q->a, s->removed_until));
	page_end(q, 200);
}

/* ---- the page ---------------------------------------------------------- */

/* Begins after no post in particular, unless the address names one. */
static uint64_t page_after(const struct req *q)
{
	const char *text = req_query(q, "after");
	uint64_t after = RT_NO_AFTER;

	if (text)
		form_number(text, &after);
	return after;
}

void page(struct req *q)
{
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
	if (!req_ok(q,
		    rt_status(q->rt, q->a, q->secret, id, page_after(q), &s)))
		return;
	req_set_user(q, &s.me);
	if (s.removed_of)
		show_own_removed(q, &s, id);
	else if (!s.post.id)
		page_error(q, 404);
	else if (s.post.id != id || strcmp(s.post.name, name) != 0)
		page_redirect(q, view_post_path(q->a, &s.post));
	else
		show_status(q, &s);
}
