/*
 * POST /like       likes a post, or takes that back, and goes back (303).
 *   id             which one to like
 *   undo           or which one not to like any more
 *   back           the page that it was pressed on
 *   csrf           see rt_csrf()
 *
 * Pressed twice, or on a post that has just been deleted, it changes nothing.
 */
#include "web/page.h"

void page(struct req *q)
{
	enum rt_err err = RT_OK;
	uint64_t id;

	if (!req_require(q, "/like", "POST") || !req_require_user(q))
		return;
	if (req_number(req_field(q, "id"), &id))
		err = rt_like(q->rt, q->a, q->me.id, id);
	else if (req_number(req_field(q, "undo"), &id))
		err = rt_unlike(q->rt, q->a, q->me.id, id);
	else
		id = 0;
	if (err == RT_NOT_FOUND || req_ok(q, err))
		page_back(q, id);
}
