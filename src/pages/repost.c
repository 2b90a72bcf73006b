/*
 * POST /repost     shows a post to the member's followers, or takes that back,
 *                  and goes back (303).
 *   id             the post to repost
 *   undo           or the one whose repost to take back
 *   back           the page where the button was pressed
 *   csrf           see rt_csrf()
 *
 * Pressed twice, or on a post that has just been deleted, the button changes
 * nothing.  Too many reposts in a short time are refused (429); taking one
 * back never is.
 */
#include "web/page.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES,
	"stale.tpl",
	NULL,
};

static enum rt_err repost_pressed(struct req *q, uint64_t id)
{
	return rt_repost(q->rt, q->a, &q->me, id);
}

static enum rt_err repost_undone(struct req *q, uint64_t id)
{
	return rt_unrepost(q->rt, q->a, &q->me, id);
}

void page(struct req *q)
{
	page_press(q, "/repost", repost_pressed, repost_undone);
}
