/*
 * The number next to the bell: how much is new for a member; private to
 * libretwis.
 *
 * It is the number of notices above the mark in notices:ID, and of running
 * announcements by others that are later than that mark.  Announcements are in
 * nobody's notices, so the score of the mark decides; a member who has no mark
 * yet has read none.
 *
 * While nothing runs this costs one command.  The mark is read only if this
 * process remembers that something runs.  If that turns out only now, the
 * number is not known yet, and bell_queue_rest() reads what is missing.
 */
#ifndef BELL_H
#define BELL_H

#include "libretwis/site/running.h"

struct bell {
	uint64_t member;
	uint64_t above; /* notices above the mark */
	uint64_t mark;  /* its score, in microseconds */
	bool has_mark;  /* it is read */
	struct running_read running;
};

/*
 * Queues what is needed, as far as it is known.  `reads_list` is false for a
 * caller who reads what runs, and takes it.
 */
void bell_queue(struct rt_pipe *p, struct bell *b, uint64_t member,
		bool reads_list);

/* In a later pipeline: queues what bell_unread() lacked. */
void bell_queue_rest(struct rt_pipe *p, struct bell *b);

/* After that pipeline: the number, or RT_UNREAD_UNKNOWN. */
uint64_t bell_unread(const struct bell *b);

#endif
