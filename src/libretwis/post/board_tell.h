/*
 * Telling some hundred members at once about a question or a date; private to
 * libretwis.
 */
#ifndef BOARD_TELL_H
#define BOARD_TELL_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

struct board_tell {
	enum rt_notice_kind kind; /* a notice_is_of_board() */
	uint64_t post, author;

	/*
	 * A notice that was there before this microsecond moves to the top.
	 * One that is as young was told by this job, before a worker died.  0:
	 * whoever has it already has been told.
	 */
	uint64_t since;
};

/*
 * Adds a notice for each of these members who is still there, and then has
 * their open pages look.  An RT_NOTICE_REMIND is only for those who may answer
 * and have not done so, and not for the author, nor for anybody who has muted
 * or blocked the author, or was blocked.  If it fails, some may have been told.
 * Two round trips, and one on the bus.
 */
enum rt_err board_tell(struct rt *rt, struct arena *a,
		       const struct board_tell *what, struct rt_ids members);

#endif
