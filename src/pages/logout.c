/*
 * GET /logout      asks whether to sign out everywhere.
 * POST /logout     changes the member's secret, which signs out all browsers,
 *                  and goes to the front page (303).
 *   csrf           see rt_csrf()
 */
#include "web/page.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES,
	"logout.tpl",
	"stale.tpl",
	NULL,
};

void page(struct req *q)
{
	if (!req_require(q, "/logout", "GET, HEAD, POST") || !req_know(q))
		return;
	if (q->me.id && !q->is_post) {
		page_begin(q, "logout.tpl", "Sign out");
		page_end(q, 200);
		return;
	}
	if (q->me.id && !req_ok(q, rt_sign_out(q->rt, q->a, &q->me)))
		return;
	page_cookie(q, NULL);
	page_redirect(q, "/");
}
