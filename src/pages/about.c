/*
 * GET /about, /rules, /privacy, /imprint
 *                  a text of the host's about the site, if RETWIS_ABOUT is a
 *                  folder that has a file for it; otherwise a 404.
 */
#include "view/page.h"
#include "view/frame.h"
#include "view/view_body.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES,
	"about.tpl",
	"body.tpl",
	NULL,
};

void page(struct req *q)
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
	t = page_begin(q, "about.tpl", site->title);
	tpl_set(t, "HEADING", site->title);
	view_whole_body(q->a, t, &said);
	page_end(q, 200);
}
