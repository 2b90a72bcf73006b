/*
 * POST /repost     shows a post to one's followers, or takes that back, and
 *                  goes back (303).
 *   id             which one to repost
 *   undo           or which one's repost to take back
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

	if (!req_require(q, "/repost", "POST") || !req_require_user(q))
		return;
	if (req_number(req_field(q, "id"), &id))
		err = rt_repost(q->rt, q->a, &q->me, id);
	else if (req_number(req_field(q, "undo"), &id))
		err = rt_unrepost(q->rt, q->a, &q->me, id);
	else
		id = 0;
	if (err == RT_NOT_FOUND || req_ok(q, err))
		page_back(q, id);
}
