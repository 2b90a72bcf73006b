/*
 * GET /account/face   the profile picture of the member who asks, and the form
 *                     to change it.
 * POST /account/face  changes it, and redirects there (303).
 *   csrf           see rt_csrf(); it must come first
 *   remove         1: to have none
 *   uid            with `remove`: a member from whom a host or a moderator takes
 *                  it away; redirects to that member's profile
 *   face           the picture, up to 20 megabytes; multipart/form-data
 *
 * GET /site/mark, POST /site/mark
 *                  the same for the icon of the site, for hosts; its field is
 *                  `mark`.  For everybody else this address doesn't exist (404).
 *
 * If a file is not taken in, the form comes back with the reason (413, 422, 429,
 * 503, 507).  Moderators may take it away from those whom they may suspend
 * (403).  Without pictures, these addresses don't exist (404).
 */
#include <string.h>

#include "base/clock.h"
#include "base/message.h"
#include "http/upload.h"
#include "view/page.h"
#include "view/view_picture_problem.h"
#include "view/view_pictures.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES, "face_form.tpl", "mark_form.tpl", "stale.tpl", NULL,
};

/* ---- the file, for both ------------------------------------------------- */

struct face_form {
	struct upload_rules rules;
	enum picture_use use;
	void (*show)(struct req *q, const char *problem, int status);
};

static void refuse_upload(struct req *q, const struct face_form *form)
{
	enum upload_problem problem = req_upload(q)->problem;

	if (problem)
		form->show(q, view_upload_problem(q, problem),
			   upload_status(problem));
	else
		form->show(q, _("Choose a picture first."), 422);
}

/* Returns false if it has answered. */
static bool take_picture(struct req *q, const struct face_form *form,
			 struct rt_picture *picture)
{
	const struct upload *u = req_upload(q);
	enum rt_picture_problem problem;
	enum rt_err err;

	if (u->problem || !u->n || !u->file[0].size) {
		refuse_upload(q, form);
		return false;
	}
	err = rt_picture_take(q->rt, q->a, &q->me, form->use, u->file[0].fd,
			      u->file[0].size, "", clock_ms() + RT_FORM_MS,
			      picture, &problem);
	if (!req_ok(q, err))
		return false;
	if (problem)
		form->show(q, view_picture_problem(q, problem),
			   picture_problem_status(problem));
	return !problem;
}

/* ---- the face of a member ----------------------------------------------- */

static void show_face(struct req *q, const char *problem, int status)
{
	const struct rt_names names = { .name = q->me.name,
					.display = q->me.display,
					.face = q->me.face };
	struct tpl *t = page_begin(q, "face_form.tpl", _("Profile picture"));

	view_large_face(q->a, t, q->me.id, &names);
	if (q->me.face)
		tpl_section(t, "HAS_FACE");
	view_problem(t, false, "BAD_FACE", problem);
	page_retry(q, status);
	page_end(q, status);
}

static const struct face_form face_form = {
	.rules = { .field = "face",
		   .files_max = 1,
		   .file_max = RT_PICTURE_BYTES,
		   .total_max = RT_PICTURE_BYTES },
	.use = PICTURE_FACE,
	.show = show_face,
};

static void change_face(struct req *q)
{
	struct rt_picture picture;

	if (take_picture(q, &face_form, &picture) &&
	    req_ok(q, rt_face_set(q->rt, q->a, &q->me, picture.token)))
		page_done(q, "/account/face", DONE_FACE);
}

static void remove_face(struct req *q)
{
	if (req_ok(q, rt_face_remove(q->rt, q->a, &q->me)))
		page_done(q, "/account/face", DONE_FACE_REMOVED);
}

/* What somebody else is shown with, by a host or a moderator. */
static void moderate_face(struct req *q, const char *uid)
{
	const struct rt_acting who = { .by = q->me.id };
	struct rt_user whom;
	enum rt_err err;
	uint64_t id;

	if (!rt_moderates(q->me.standing)) {
		page_error(q, 404);
		return;
	}
	if (!form_number(uid, &id)) {
		page_error(q, 400);
		return;
	}
	if (!req_ok(q, rt_user_by_id(q->rt, q->a, id, &whom)))
		return;
	err = rt_face_moderate(q->rt, q->a, &whom, q->me.standing, &who);
	if (err == RT_DENIED) {
		page_refuse(
			q, 403, _("Only a host can do that"),
			_("Moderators can remove the profile pictures of "
			  "members who are neither hosts nor moderators."));
	} else if (req_ok(q, err)) {
		log_act(q, "%s removed the profile picture of %s",
			log_name(q, q->me.name), log_name(q, whom.name));
		page_done(q, view_profile_path(q->a, whom.name),
			  DONE_FACE_MODERATED);
	}
}

static void answer_face(struct req *q)
{
	const char *uid;

	q->accepts = &face_form.rules;
	if (!req_require(q, NULL, "GET, HEAD, POST") || !req_require_user(q))
		return;
	uid = req_field(q, "uid");
	if (!rt_has_pictures(q->rt))
		page_error(q, 404);
	else if (!q->is_post)
		show_face(q, NULL, 200);
	else if (!*req_field(q, "remove"))
		change_face(q);
	else if (*uid)
		moderate_face(q, uid);
	else
		remove_face(q);
}

/* ---- the mark of the site ----------------------------------------------- */

#define LOCKED N_("This is set on the server, and can't be changed here.")

static bool mark_is_locked(const struct req *q)
{
	return q->conf->locked & RT_SETTING_BIT(RT_SETTING_MARK);
}

static void show_mark(struct req *q, const char *problem, int status)
{
	struct tpl *t = page_begin(q, "mark_form.tpl", _("Site icon")), *form;

	if (q->conf->mark)
		tpl_set(tpl_section(t, "MARK"), "ICON",
			view_picture_path(q->a, q->conf->mark, PICTURE_ICON));
	if (mark_is_locked(q)) {
		tpl_section(t, "LOCKED");
	} else {
		form = tpl_section(t, "FORM");
		view_problem(form, false, "BAD_MARK", problem);
		if (q->conf->mark)
			tpl_section(t, "HAS_MARK");
	}
	page_retry(q, status);
	page_end(q, status);
}

static const struct face_form mark_form = {
	.rules = { .field = "mark",
		   .files_max = 1,
		   .file_max = RT_PICTURE_BYTES,
		   .total_max = RT_PICTURE_BYTES },
	.use = PICTURE_MARK,
	.show = show_mark,
};

/* "" removes it. */
static void set_mark(struct req *q, const char *token)
{
	const struct rt_acting who = { .by = q->me.id };

	if (!req_ok(q, rt_mark_set(q->rt, q->a, token, &who)))
		return;
	log_act(q, "%s changed the site icon", log_name(q, q->me.name));
	page_done(q, "/site/mark", DONE_SITE);
}

static void change_mark(struct req *q)
{
	struct rt_picture picture;

	if (mark_is_locked(q))
		show_mark(q, _(LOCKED), 422);
	else if (*req_field(q, "remove"))
		set_mark(q, "");
	else if (take_picture(q, &mark_form, &picture))
		set_mark(q, picture.token);
}

static void answer_mark(struct req *q)
{
	q->accepts = &mark_form.rules;
	if (!req_require_host(q, "/site/mark", "GET, HEAD, POST") ||
	    !req_ok(q, rt_site_read(q->rt, q->a)))
		return;
	q->conf = rt_site(q->rt);
	if (!rt_has_pictures(q->rt))
		page_error(q, 404);
	else if (q->is_post)
		change_mark(q);
	else
		show_mark(q, NULL, 200);
}

void page(struct req *q)
{
	if (strcmp(q->path, "/site/mark") == 0)
		answer_mark(q);
	else
		answer_face(q);
}
