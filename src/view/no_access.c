#include "view/no_access.h"

#include "view/frame.h"

void page_no_access(struct req *q)
{
	bool waits = q->me.standing == RT_WAITING;
	struct tpl *t = page_begin(q, "outcast.tpl",
				   waits ? "Waiting for approval"
					 : "Your account is suspended");

	tpl_section(t, waits ? "WAITING" : "STOPPED");
	page_end(q, 403);
}
