/*
 * GET /logout      asks whether to sign out here or everywhere.
 * POST /logout     ends this browser's session, and redirects to the front
 *                  page (303).
 *   everywhere     1: ends all of the member's sessions
 *   csrf           see rt_csrf()
 *
 * If PHP Retwis uses the same database, all browsers share one session.
 */
#include <string.h>

#include "base/message.h"
#include "view/page.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES,
	"logout.tpl",
	"stale.tpl",
	NULL,
};

static enum rt_err sign_out(struct req *q)
{
	if (strcmp(req_field(q, "everywhere"), "1") == 0)
		return rt_sign_out_everywhere(q->rt, q->a, &q->me);
	return rt_sign_out(q->rt, q->a, &q->me);
}

void page(struct req *q)
{
	if (!req_require(q, "/logout", "GET, HEAD, POST") ||
	    !req_load_account(q))
		return;
	if (q->me.id && !q->is_post) {
		tpl_section(page_begin(q, "logout.tpl", _("Sign out")),
			    rt_share_sessions(q->rt) ? "SHARED" : "EACH");
		page_end(q, 200);
		return;
	}
	if (q->me.id && !req_ok(q, sign_out(q)))
		return;
	page_cookie(q, NULL);
	page_redirect(q, "/");
}
