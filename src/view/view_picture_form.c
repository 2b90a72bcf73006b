#include "view/view_picture_form.h"

#include "http/upload.h"
#include "libretwis/retwis.h"
#include "view/view_form.h"
#include "view/view_pictures.h"

#define MEGABYTE ((uint64_t)1024 * 1024)

/* ---- what was sent ------------------------------------------------------ */

static const char *const alts[] = { "alt1", "alt2", "alt3", "alt4" };

const char *alt_field(size_t i)
{
	return i < RT_PICTURES_MAX ? alts[i] : NULL;
}

const char *pictures_sent_before(const struct req *q)
{
	const char *all = "", *tokens;

	for (size_t at = 0; (tokens = form_next(&q->form, "kept", &at));)
		all = arena_printf(q->a, "%s %s", all, tokens);
	return all;
}

int pictures_status(const struct req *q)
{
	return q->pictures ? q->pictures->status : 0;
}

bool pictures_are_lost(const struct req *q, bool carries_kept)
{
	const struct upload *u = req_upload(q);
	bool had_kept = !carries_kept && *req_field(q, "kept");

	return !q->pictures && (u->n || u->problem || had_kept);
}

/* ---- the form ----------------------------------------------------------- */

static void thumb_show(struct req *q, struct tpl *t,
		       const struct rt_picture *is)
{
	tpl_set(t, "SRC", view_picture_path(q->a, is->token, PICTURE_THUMB));
	tpl_set_int(t, "WIDTH", (long long)is->width);
	tpl_set_int(t, "HEIGHT", (long long)is->height);
	tpl_set(tpl_section(t, *is->alt ? "SHOWS" : "UNSAID"), "ALT",
		rt_text_balanced(q->a, is->alt));
}

/* Nobody knows now whether they are there: they are looked up next time. */
static void pictures_carry_kept(struct req *q, struct tpl *t)
{
	const char *tokens = pictures_sent_before(q);

	if (*tokens)
		tpl_set(tpl_section(t, "CARRIED"), "TOKENS",
			rt_text_clean(q->a, tokens));
}

static void pictures_show_kept(struct req *q, struct tpl *t)
{
	struct tpl *list = tpl_section(t, "KEPT"), *one;

	for (size_t i = 0; i < q->pictures->n; i++) {
		one = tpl_section(list, "ONE");
		tpl_set(one, "TOKEN", q->pictures->picture[i].token);
		thumb_show(q, one, &q->pictures->picture[i]);
	}
}

/* N for people, and NTH for names of fields. */
static void pictures_number(struct tpl *t, size_t i)
{
	tpl_set_number(t, "N", i + 1);
	tpl_set_int(t, "NTH", (long long)i + 1);
}

static bool pictures_show_alt(struct req *q, struct tpl *t, size_t i,
			      bool before)
{
	const struct picture_form *f = q->pictures;

	pictures_number(t, i);
	if (!f || !f->is_taken[i])
		tpl_set(t, "ALT", rt_text_clean(q->a, req_field(q, alts[i])));
	return view_problem(t, before, "BAD_PICTURE", f ? f->bad[i] : NULL);
}

static bool pictures_are_sent(const struct req *q)
{
	const struct picture_form *f = q->pictures;

	for (size_t i = 0; i < RT_PICTURES_MAX; i++)
		if (*req_field(q, alts[i]))
			return true;
	return f ? f->n || f->status : *req_field(q, "kept");
}

/* Texts stand before files: see http/upload.h. */
void view_picture_fields(struct req *q, struct tpl *form, bool before)
{
	const struct picture_form *f = q->pictures;
	struct tpl *t;

	if (!rt_has_pictures(q->rt))
		return;
	tpl_section(q->root, "ADDS_PICTURES");
	tpl_section(form, "FILES");
	t = tpl_include(form, "PICTURES", "picture_form.tpl");
	if (pictures_are_sent(q))
		tpl_section(t, "OPEN");
	tpl_set_int(t, "FILE_MAX", RT_PICTURE_BYTES);
	tpl_set_int(t, "ALL_MAX", PICTURES_BYTES);
	tpl_set_number(t, "FILE_MB", RT_PICTURE_BYTES / MEGABYTE);
	tpl_set_number(t, "ALL_MB", PICTURES_BYTES / MEGABYTE);
	before =
		view_problem(t, before, "BAD_PICTURES", f ? f->bad_all : NULL);
	if (f && f->n)
		pictures_show_kept(q, t);
	else if (!f)
		pictures_carry_kept(q, t);
	for (size_t i = 0; i < RT_PICTURES_MAX; i++)
		before = pictures_show_alt(q, tpl_section(t, "TEXT"), i,
					   before);
	for (size_t i = 0; i < RT_PICTURES_MAX; i++)
		pictures_number(tpl_section(t, "FILE"), i);
	for (size_t n = 1; n <= RT_PICTURES_MAX; n++)
		tpl_plural(tpl_section(t, "ADDED"), n);
}

/* ---- small -------------------------------------------------------------- */

void view_thumbs(struct req *q, struct tpl *t,
		 const struct rt_attached *attached)
{
	if (!attached->pictures || !rt_has_pictures(q->rt))
		return;
	t = tpl_include(t, "THUMBS", "thumbs.tpl");
	for (size_t i = 0; i < attached->pictures; i++)
		thumb_show(q, tpl_section(t, "ONE"), &attached->picture[i]);
}
