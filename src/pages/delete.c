/*
 * GET /delete      asks whether to delete one of the member's own posts.
 * POST /delete     deletes it and redirects home (303).
 *   id             which post; or
 *   archived       which imported post, as rt_archived_name()
 *   csrf           see rt_csrf()
 *
 * Another member's post is a 403, and what is already gone is a 404.
 */
#include "base/message.h"
#include "view/page.h"
#include "view/view_post.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES,   "delete.tpl", POST_TEMPLATES,
	ARCHIVE_TEMPLATES, "stale.tpl",  NULL,
};

/* Begins the question; the caller includes the post. */
static struct tpl *begin_confirmation(struct req *q, const char *field,
				      const char *which)
{
	struct tpl *t;

	q->without_buttons = true;
	t = page_begin(q, "delete.tpl", _("Delete this post?"));
	tpl_set(t, "FIELD", field);
	tpl_set(t, "ID", which);
	tpl_set(t, "NAME", q->me.name);
	return t;
}

/* ---- a post ------------------------------------------------------------ */

static void refuse_deletion(struct req *q)
{
	page_refuse(q, 403, _("That isn't your post"),
		    _("Only the member who wrote a post can delete it."));
}

static void confirm_deletion(struct req *q, const char *which)
{
	struct rt_post post;
	struct tpl *t;
	uint64_t id;

	if (!form_number(which, &id)) {
		page_error(q, 404);
		return;
	}
	if (!req_ok(q, rt_post_read(q->rt, q->a, id, &post)))
		return;
	if (!post.id || post.id != id) {
		page_error(q, 404);
		return;
	}
	if (post.user_id != q->me.id) {
		refuse_deletion(q);
		return;
	}
	t = begin_confirmation(q, "id", which);
	view_post(q, t, "POST", &post);
	tpl_section(t, "LISTED");
	tpl_set_int(tpl_section(t, "STAY"), "ID", (long long)id);
	page_end(q, 200);
}

static void delete_own_post(struct req *q, const char *which)
{
	enum rt_err err = RT_NOT_FOUND;
	uint64_t id;

	if (form_number(which, &id))
		err = rt_post_delete(q->rt, q->a, &q->me, id);
	if (err == RT_DENIED)
		refuse_deletion(q);
	else if (req_ok(q, err))
		page_done(q, "/", DONE_DELETED);
}

/* ---- a post of the archive --------------------------------------------- */

static void confirm_archived(struct req *q, const char *which)
{
	struct rt_post post;
	struct tpl *t;
	enum rt_err err = rt_archived(q->rt, q->a, &q->me, which, &post);

	if (err == RT_NOT_FOUND) {
		page_error(q, 404);
	} else if (req_ok(q, err)) {
		t = begin_confirmation(q, "archived", which);
		view_archived(q, t, "POST", &post);
		page_end(q, 200);
	}
}

static void delete_archived(struct req *q, const char *which)
{
	if (req_ok(q, rt_archived_delete(q->rt, q->a, &q->me, which)))
		page_done(q, view_profile_path(q->a, q->me.name),
			  DONE_DELETED);
}

/* ---- which of them ----------------------------------------------------- */

static const struct delete_target {
	const char *field;
	void (*confirm)(struct req *q, const char *which);
	void (*erase)(struct req *q, const char *which);
} targets[] = {
	{ "id", confirm_deletion, delete_own_post },
	{ "archived", confirm_archived, delete_archived },
};

/* Returns false if the request doesn't name a post in this field. */
static bool delete_named(struct req *q, const struct delete_target *target)
{
	const char *text = req_given(q, target->field);

	if (!text || !*text)
		return false;
	(q->is_post ? target->erase : target->confirm)(q, text);
	return true;
}

void page(struct req *q)
{
	if (!req_require(q, "/delete", "GET, HEAD, POST") ||
	    !req_require_user(q))
		return;
	if (!delete_named(q, &targets[0]) && !delete_named(q, &targets[1]))
		page_error(q, 404);
}
