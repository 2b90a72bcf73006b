/*
 * What people and programs ask about the site as a whole.
 *
 * GET /about, /rules, /privacy, /imprint
 *                  a text about the site, which a host has written at /site, or
 *                  in a file of RETWIS_ABOUT; otherwise a 404, but /privacy has
 *                  a text of our own
 * GET /manifest.json
 *                  for browsers: under which name they install it
 * GET /robots.txt  for crawlers: what they may read; see RETWIS_CRAWLERS
 * GET /.well-known/change-password
 *                  for password managers: redirects to where a member changes
 *                  the password (303)
 */
#include <string.h>

#include "base/message.h"
#include "view/page.h"
#include "view/frame.h"
#include "view/view_body.h"
#include "view/view_pictures.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES, "about.tpl",  "body.tpl", "manifest.tpl",
	"privacy.tpl",   "robots.tpl", NULL,
};

/* ---- for programs ------------------------------------------------------ */

#define PROGRAMS_MAY_KEEP "public, max-age=3600"

/* The mark of the site, or else ours. */
static void set_icons(struct req *q)
{
	const char *mark = q->conf->mark;
	struct tpl *t;

	if (!mark) {
		tpl_section(q->root, "NO_MARK");
		return;
	}
	t = tpl_section(q->root, "MARK");
	tpl_set(t, "SMALL", view_picture_path(q->a, mark, "-192.png"));
	tpl_set(t, "LARGE", view_picture_path(q->a, mark, "-512.png"));
}

static void show_manifest(struct req *q)
{
	q->root = tpl_new(q->a);
	tpl_set(q->root, "SITE", q->conf->name);
	tpl_set(q->root, "DESCRIPTION", view_description(q));
	view_static_version(q);
	set_icons(q);
	q->caching = PROGRAMS_MAY_KEEP;
	page_render(q, 200, "manifest.tpl", "application/manifest+json");
}

static void show_robots(struct req *q)
{
	bool is_closed = q->conf->members_only || q->conf->no_crawlers;

	q->root = tpl_new(q->a);
	tpl_section(q->root, is_closed ? "NOBODY" : "SEARCH");
	q->caching = PROGRAMS_MAY_KEEP;
	page_render(q, 200, "robots.tpl", "text/plain");
}

static void lead_to_password(struct req *q)
{
	page_redirect(q, "/account");
}

static const struct about_file {
	const char *path;
	void (*answer)(struct req *q);
} about_files[] = {
	{ "/manifest.json", show_manifest },
	{ "/robots.txt", show_robots },
	{ "/.well-known/change-password", lead_to_password },
};

static const struct about_file *about_files_find(const char *path)
{
	for (size_t i = 0; i < sizeof about_files / sizeof *about_files; i++)
		if (strcmp(about_files[i].path, path) == 0)
			return &about_files[i];
	return NULL;
}

/* ---- for people -------------------------------------------------------- */

/* What the software itself does, until a host has written something else. */
static void show_privacy(struct req *q, struct tpl *t)
{
	t = tpl_include(t, "TEXT", "privacy.tpl");
	if (!rt_has_pictures(q->rt))
		return;
	tpl_section(t, "PICTURES");
	tpl_section(t, "PICTURES_DELETED");
}

static void show_site_text(struct req *q)
{
	struct rt_post said = { .mentions = "" };
	const struct site_text *site = site_texts_find(q, &said.body);
	struct tpl *t;

	if (!req_require(q, site ? site->path : NULL, "GET, HEAD") ||
	    !req_load_user(q))
		return;
	if (!site) {
		page_error(q, 404);
		return;
	}
	t = page_begin(q, "about.tpl", _(site->title));
	tpl_set(t, "HEADING", _(site->title));
	if (said.body)
		view_whole_body(q->a, t, &said);
	else
		show_privacy(q, t);
	page_end(q, 200);
}

void page(struct req *q)
{
	const struct about_file *file = about_files_find(q->path);

	if (!file)
		show_site_text(q);
	else if (req_require(q, file->path, "GET, HEAD"))
		file->answer(q);
}
