#include "view/view_edit.h"

#include <string.h>

#include "base/message.h"
#include "http/form.h"
#include "libretwis/retwis.h"
#include "view/frame.h"
#include "view/view_attached.h"
#include "view/view_body.h"
#include "view/view_form.h"
#include "view/view_pictures.h"
#include "view/typed_time.h"
#include "view/view_time.h"

static void edit_name_post(struct req *q, struct tpl *t,
			   const struct edit_form *f)
{
	struct tpl *which = tpl_section(t, f->id ? "PUBLISHED" : "SCHEDULED");

	if (f->id) {
		tpl_set(which, "ID", f->id);
		return;
	}
	tpl_set(which, "TOKEN", f->token);
	tpl_set(which, "AT", f->at);
	tpl_set(which, "ZONE", when_zone(q->a, time(NULL)));
	view_problem(which, f->bad_status != NULL, "BAD_AT", f->bad_at);
}

/* An hour alone would mislead whoever lives in another time zone. */
static void edit_limit(struct req *q, struct tpl *t, time_t until)
{
	tpl_set(t, "TIME", view_hour(q->a, until));
	tpl_set(t, "ZONE", when_zone(q->a, until));
}

/* ---- its pictures ------------------------------------------------------ */

static const char *edit_thumbnail(struct req *q, const char *token)
{
	return view_picture_path(q->a, token, PICTURE_THUMB);
}

/* Returns whether a field has had a message by now. */
static bool edit_show_picture(struct req *q, struct tpl *t,
			      const struct edit_form *f, size_t i, bool before)
{
	const struct edit_picture *is = &f->picture[i];
	struct tpl *may_go;

	t = tpl_section(t, "PICTURE");
	tpl_set_int(t, "NTH", (long long)i + 1);
	tpl_set_number(t, "N", i + 1);
	tpl_set_number(t, "OF", f->pictures);
	tpl_set(t, "SRC", edit_thumbnail(q, is->token));
	tpl_set(t, "ALT", is->alt);
	tpl_set_number(t, "ALT_MAX", RT_ALT_MAX);
	if (!f->is_answered) {
		may_go = tpl_section(t, "MAY_GO");
		if (is->is_out)
			tpl_section(may_go, "OUT");
	}
	return view_problem(t, before, "BAD_ALT", is->bad_alt);
}

static void edit_show_pictures(struct req *q, struct tpl *t,
			       const struct edit_form *f, bool before)
{
	const char *kept = "";

	if (!f->pictures || !rt_has_pictures(q->rt))
		return;
	t = tpl_section(t, "PICTURES");
	for (size_t i = 0; i < f->pictures; i++) {
		before = edit_show_picture(q, t, f, i, before);
		kept = arena_printf(q->a, "%s%s%s", kept, i ? " " : "",
				    f->picture[i].token);
	}
	tpl_set(t, "KEPT", kept);
}

static void edit_show_present(struct req *q, struct tpl *t,
			      const struct edit_form *f)
{
	struct tpl *one;

	t = tpl_section(t, "CHANGED");
	view_text(q->a, t, f->present);
	if (!rt_has_pictures(q->rt))
		return;
	for (size_t i = 0; i < f->present_pictures; i++) {
		one = tpl_section(t, "HAS");
		tpl_set(one, "SRC",
			edit_thumbnail(q, f->present_picture[i].token));
		tpl_set(one, "ALT", f->present_picture[i].alt);
	}
}

/* ---- the form ---------------------------------------------------------- */

/* Without the pictures, which have fields of their own. */
static void edit_show_attached(struct req *q, struct tpl *t,
			       const struct rt_attached *attached)
{
	struct rt_attached rest = *attached;

	rest.pictures = 0;
	view_attached(q, t, &rest);
}

void page_edit(struct req *q, const struct edit_form *f)
{
	const char *heading =
		f->id ? _("Edit post") : _("Edit scheduled post");
	struct tpl *t = page_begin(q, "edit.tpl", heading);

	tpl_set(t, "HEADING", heading);
	tpl_set(t, "VERSION", f->version);
	tpl_set(t, "STATUS", f->text);
	edit_name_post(q, t, f);
	if (f->attached)
		edit_show_attached(q, t, f->attached);
	if (f->is_answered)
		tpl_section(t, "ANSWERED");
	edit_show_pictures(
		q, t, f,
		view_problem(t, false, "BAD_STATUS", f->bad_status) ||
			f->bad_at);
	if (f->until)
		edit_limit(q, tpl_section(t, "UNTIL"), f->until);
	if (f->present)
		edit_show_present(q, t, f);
}

/* ---- what was sent ------------------------------------------------------ */

static const char *edit_typed(struct req *q, const char *field)
{
	return rt_text_clean(q->a, req_field(q, field));
}

/* "alt2", for the second picture of the form. */
static const char *edit_numbered(struct req *q, const char *field, size_t i)
{
	return arena_printf(q->a, "%s%zu", field, i + 1);
}

/* The form names its pictures, and has numbered fields for each of them. */
static void edit_read_pictures(struct req *q, struct edit_form *f)
{
	const char *at = req_field(q, "kept");

	for (; *at && f->pictures < RT_PICTURES_MAX; at += strspn(at, " ")) {
		struct edit_picture *is = &f->picture[f->pictures];
		size_t len = strcspn(at, " ");

		is->token = arena_strndup(q->a, at, len);
		is->alt = edit_typed(q, edit_numbered(q, "alt", f->pictures));
		is->is_out =
			*req_field(q, edit_numbered(q, "out", f->pictures));
		f->pictures += rt_is_picture(is->token);
		at += len;
	}
}

bool edit_form_is_sent(const struct req *q)
{
	return form_get(&q->form, "version") != NULL;
}

struct edit_form edit_form_sent(struct req *q)
{
	struct edit_form f = {
		.version = edit_typed(q, "version"),
		.text = edit_typed(q, "status"),
	};

	if (form_get(&q->form, "scheduled")) {
		f.token = edit_typed(q, "scheduled");
		f.at = edit_typed(q, "at");
	} else {
		f.id = edit_typed(q, "id");
	}
	edit_read_pictures(q, &f);
	return f;
}

static const struct edit_picture *edit_find_picture(const struct edit_form *f,
						    const char *token)
{
	for (size_t i = 0; i < f->pictures; i++)
		if (strcmp(f->picture[i].token, token) == 0)
			return &f->picture[i];
	return NULL;
}

void edit_form_set_pictures(struct req *q, struct edit_form *f,
			    const struct rt_picture *picture, size_t n)
{
	struct edit_form sent = *f;

	f->pictures = rt_has_pictures(q->rt) ? n : 0;
	for (size_t i = 0; i < f->pictures; i++) {
		const struct edit_picture *is =
			edit_find_picture(&sent, picture[i].token);

		f->picture[i] = is ? *is
				   : (struct edit_picture){
					     .token = picture[i].token,
					     .alt = picture[i].alt,
				     };
	}
}

bool edit_form_changes(struct req *q, struct edit_form *f,
		       struct rt_picture_change *change)
{
	bool is_good = true;

	for (size_t i = 0; i < f->pictures; i++) {
		struct edit_picture *is = &f->picture[i];

		change[i] = (struct rt_picture_change){
			.token = is->token,
			.is_out = is->is_out,
		};
		is->bad_alt = rt_alt_problem(q->a, is->alt, &change[i].alt);
		is_good = is_good && !is->bad_alt;
	}
	return is_good;
}
