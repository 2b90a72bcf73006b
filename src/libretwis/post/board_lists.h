/*
 * The lists of announcements and of dates, of all members; private to
 * libretwis.
 */
#ifndef BOARD_LISTS_H
#define BOARD_LISTS_H

#include "libretwis/attached.h"
#include "libretwis/post/post_fields.h"
#include "libretwis/site/running.h"

/*
 * Queues that a post, which was written at the second `time`, is added to the
 * lists that it belongs to, and that workers get the jobs that it needs later.
 * Doing it twice changes nothing.
 */
void board_list(struct rt_pipe *p, uint64_t id, uint64_t time,
		const struct rt_attached *attached);

/*
 * Queues the same for an announcement that turned out to have been written at
 * another second.
 */
void announcement_redate(struct rt_pipe *p, uint64_t id, uint64_t from,
			 uint64_t to, const struct rt_attached *attached);

/*
 * The other way round, for a post with these fields: POST_TIME and
 * ATTACHED_FIELDS.
 */
void board_unlist(struct rt_pipe *p, uint64_t id,
		  const union post_fields *fields);

#endif
