/*
 * POST /like       likes a post, or takes that back, and goes back (303).
 *   id             the post to like
 *   undo           or the one not to like any more
 *   back           the page where the button was pressed
 *   csrf           see rt_csrf()
 *
 * Pressed twice, or on a post that has just been deleted, the button changes
 * nothing.  Too many likes in a short time are refused (429); taking one back
 * never is.
 */
#include "web/page.h"

const char *const page_templates[] = {
	FRAME_TEMPLATES,
	"stale.tpl",
	NULL,
};

static enum rt_err like_pressed(struct req *q, uint64_t id)
{
	return rt_like(q->rt, q->a, q->me.id, id);
}

static enum rt_err like_undone(struct req *q, uint64_t id)
{
	return rt_unlike(q->rt, q->a, q->me.id, id);
}

void page(struct req *q)
{
	page_press(q, "/like", like_pressed, like_undone);
}
