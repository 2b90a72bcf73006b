#include "libretwis/post/board_lists.h"

#include "libretwis/post/attached.h"
#include "libretwis/post/board_jobs.h"
#include "schema/key.h"

void board_list(struct rt_pipe *p, uint64_t id, uint64_t time,
		const struct rt_attached *attached)
{
	if (attached->announced)
		rt_pipe(p, "ZADD " KEY_ANNOUNCEMENTS " %lld %s",
			(long long)attached->announced,
			announcement_entry(p->a, id, time));
	if (attached->date)
		rt_pipe(p, "ZADD " KEY_DATES " %lld " ID,
			(long long)attached->date->begins, id);
	board_jobs_put(p, id, attached);
}

static void announcement_unlist(struct rt_pipe *p, uint64_t id, uint64_t time)
{
	rt_pipe(p, "ZREM " KEY_ANNOUNCEMENTS " %s",
		announcement_entry(p->a, id, time));
}

void announcement_redate(struct rt_pipe *p, uint64_t id, uint64_t from,
			 uint64_t to, const struct rt_attached *attached)
{
	announcement_unlist(p, id, from);
	board_list(p, id, to, attached);
}

void board_unlist(struct rt_pipe *p, uint64_t id,
		  const union post_fields *fields)
{
	const struct rt_attached was = attached_read(p->a, fields);

	if (was.announced)
		announcement_unlist(p, id, rt_u64(fields->time));
	if (was.date)
		rt_pipe(p, "ZREM " KEY_DATES " " ID, id);
}
