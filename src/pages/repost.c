/*
 * POST /repost     shows a post to one's followers, or takes that back, and
 *                  goes back (303).
 *   id             which one to repost
 *   undo           or which one's repost to take back
 *   back           the page that it was pressed on
 *   csrf           see rt_csrf()
 *
 * Pressed twice, or on a post that has just been deleted, it changes nothing.
 * Too often in a short time is refused (429); taking back never is.
 */
#include "web/page.h"

static enum rt_err press(struct req *q, uint64_t id)
{
	return rt_repost(q->rt, q->a, &q->me, id);
}

static enum rt_err undo(struct req *q, uint64_t id)
{
	return rt_unrepost(q->rt, q->a, &q->me, id);
}

void page(struct req *q)
{
	page_press(q, "/repost", press, undo);
}
