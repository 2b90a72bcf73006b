/*
 * POST /like       likes a post, or takes that back, and goes back (303).
 *   id             which one to like
 *   undo           or which one not to like any more
 *   back           the page that it was pressed on
 *   csrf           see rt_csrf()
 *
 * Pressed twice, or on a post that has just been deleted, it changes nothing.
 * Too often in a short time is refused (429); taking back never is.
 */
#include "web/page.h"

static enum rt_err press(struct req *q, uint64_t id)
{
	return rt_like(q->rt, q->a, q->me.id, id);
}

static enum rt_err undo(struct req *q, uint64_t id)
{
	return rt_unlike(q->rt, q->a, q->me.id, id);
}

void page(struct req *q)
{
	page_press(q, "/like", press, undo);
}
