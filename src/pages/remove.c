/*
 * GET /remove      asks a host or a moderator whether to remove a post, or
 *                  shows one that was removed, with a button to restore it.
 *   id             which post
 *
 * POST /remove     removes a post, and redirects to the page that shows it;
 *   id             which post
 *   reason         why: its author reads it, and it is in the log
 *                  or restores one, and redirects to it (303).
 *   restore        which post
 *   csrf           see rt_csrf()
 *
 * Without a reason the question comes back (422).  If somebody else was faster,
 * the page says who (409).  Moderators can't restore a post of their own that
 * somebody else has removed (403).  For all other members this address doesn't
 * exist (404), and what is gone is a 404, too.
 */
#include "base/message.h"
#include "view/page.h"
#include "view/view_act.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES, "remove.tpl",   "removed.tpl", "removing.tpl",
	"reason.tpl",    POST_TEMPLATES, "stale.tpl",   NULL,
};

/* ---- what it shows ----------------------------------------------------- */

static void ask_removal(struct req *q, const struct rt_post *post,
			const char *problem)
{
	struct tpl *t;

	q->without_buttons = true;
	t = page_begin(q, "remove.tpl", _("Remove this post?"));
	tpl_set_int(t, "ID", (long long)post->id);
	tpl_set(t, "NAME", post->name);
	view_post(q, t, "POST", post);
	view_removing(t);
	view_reason(q, t, "AUTHOR", problem);
	page_end(q, problem ? 422 : 200);
}

/* Moderators don't decide about what they have written themselves. */
static bool may_restore(const struct req *q, const struct rt_removed *removed)
{
	return q->me.standing == RT_HOST ||
	       removed->post.user_id != q->me.id || removed->by == q->me.id;
}

static void show_removed(struct req *q, const struct rt_removed *removed,
			 bool is_taken)
{
	struct tpl *t, *staff;

	q->without_buttons = true;
	t = page_begin(q, "removed.tpl", _("A post that was removed"));
	tpl_section(t, is_taken ? "TAKEN" : "REMOVED");
	view_removed(q, t, removed);
	view_actor(t, removed->by_who.name, removed->system);
	staff = tpl_section(t, "STAFF");
	if (may_restore(q, removed))
		tpl_set_int(tpl_section(staff, "CAN_RESTORE"), "ID",
			    (long long)removed->post.id);
	tpl_set(staff, "UNTIL", view_date(q->a, removed->until));
	view_post(q, staff, "POST", &removed->post);
	page_end(q, is_taken ? 409 : 200);
}

/* The post, or what it was before it was removed. */
static void show_post_or_ask(struct req *q, uint64_t id, const char *problem)
{
	struct rt_removed removed;
	struct rt_post post;
	enum rt_err err;

	if (!req_ok(q, rt_post_read(q->rt, q->a, id, &post)))
		return;
	if (post.id && post.id == id) {
		ask_removal(q, &post, problem);
		return;
	}
	err = rt_post_removed(q->rt, q->a, id, &removed);
	if (req_ok(q, err))
		show_removed(q, &removed, q->is_post);
}

/* ---- what it does ------------------------------------------------------ */

static void remove_post(struct req *q, uint64_t id)
{
	struct rt_acting who = { .by = q->me.id };
	char *reason = NULL;
	const char *problem =
		rt_reason_problem(q->a, req_field(q, "reason"), &reason);
	enum rt_err err;

	if (problem) {
		show_post_or_ask(q, id, problem);
		return;
	}
	who.reason = reason;
	err = rt_post_remove(q->rt, q->a, id, &who);
	if (err == RT_TAKEN || err == RT_LATE) {
		show_post_or_ask(
			q, id,
			_("The post changed at this moment. Try again."));
	} else if (req_ok(q, err)) {
		log_act(q, "%s removed post %llu", log_name(q, q->me.name),
			(unsigned long long)id);
		page_done(q, view_remove_path(q->a, id), DONE_REMOVED);
	}
}

/* Hosts may restore everything.  Returns false if it has answered. */
static bool check_restorer(struct req *q, uint64_t id)
{
	struct rt_removed removed;

	if (q->me.standing == RT_HOST)
		return true;
	if (!req_ok(q, rt_post_removed(q->rt, q->a, id, &removed)))
		return false;
	if (may_restore(q, &removed))
		return true;
	page_refuse(q, 403, _("This is your own post"),
		    _("Another moderator or a host has to decide whether it "
		      "comes back."));
	return false;
}

static void restore_post(struct req *q, uint64_t id)
{
	const struct rt_acting who = { .by = q->me.id };
	struct rt_post post;

	if (!check_restorer(q, id) ||
	    !req_ok(q, rt_post_restore(q->rt, q->a, id, &who)))
		return;
	log_act(q, "%s restored post %llu", log_name(q, q->me.name),
		(unsigned long long)id);
	if (req_ok(q, rt_post_read(q->rt, q->a, id, &post)))
		page_done(q, post.id ? view_post_path(q->a, &post) : "/log",
			  DONE_POST_RESTORED);
}

/* Returns false if it has answered. */
static bool read_id(struct req *q, const char *text, uint64_t *id)
{
	if (text && form_number(text, id))
		return true;
	page_error(q, 404);
	return false;
}

void page(struct req *q)
{
	const char *restore;
	uint64_t id;

	if (!req_require_staff(q, "/remove", "GET, HEAD, POST"))
		return;
	restore = req_field(q, "restore");
	if (*restore) {
		if (read_id(q, restore, &id))
			restore_post(q, id);
	} else if (read_id(q, req_given(q, "id"), &id)) {
		if (q->is_post)
			remove_post(q, id);
		else
			show_post_or_ask(q, id, NULL);
	}
}
