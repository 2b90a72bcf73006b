#include "libretwis/member/bell.h"

#include "libretwis/account.h"
#include "schema/key.h"

void bell_queue_rest(struct rt_pipe *p, struct bell *b)
{
	b->has_mark = true;
	rt_pipe_u64(p, &b->mark, "ZSCORE " KEY_NOTICES " " NOTICES_SEEN,
		    b->member);
	rt_pipe_lenient(p);
	running_queue_authors(p, &b->running);
}

void bell_queue(struct rt_pipe *p, struct bell *b, uint64_t member,
		bool reads_list)
{
	*b = (struct bell){ .member = member };
	rt_pipe_u64(p, &b->above, "ZREVRANK " KEY_NOTICES " " NOTICES_SEEN,
		    member);
	rt_pipe_lenient(p);
	if (running_is_any())
		bell_queue_rest(p, b);
	if (reads_list)
		running_queue(p, &b->running);
}

uint64_t bell_unread(const struct bell *b)
{
	uint64_t announced = 0;

	running_take(&b->running);
	if (!running_is_any())
		return b->above;
	if (!b->has_mark || !running_count(b->member, b->mark, &announced))
		return RT_UNREAD_UNKNOWN;
	return b->above + announced;
}
