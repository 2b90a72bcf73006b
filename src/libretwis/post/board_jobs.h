/*
 * What workers do later about questions, announcements and dates; private to
 * libretwis.
 *
 * The jobs are in the delayed queue {board}, on the data's link, each as its
 * word and the id of its post, such as "end 12".  A job whose post is gone is
 * removed, and doing one twice has the same effect as doing it once.
 */
#ifndef BOARD_JOBS_H
#define BOARD_JOBS_H

#include "libretwis/attached.h"
#include "redis/pipe.h"

enum board_job {
	BOARD_END,    /* the question has ended: tell the result */
	BOARD_REMIND, /* it ends in a day: remind those who have not answered */
	BOARD_CHANGED,   /* the date was changed: tell those who come */
	BOARD_CANCELLED, /* the same when it was cancelled */
	BOARD_READERS, /* keep only the number of an announcement's readers */
	BOARD_JOBS
};

/* Queues a job that is due at that second. */
void board_job_put(struct rt_pipe *p, enum board_job what, uint64_t post,
		   time_t due);

/* Queues all jobs of a new post that has this. */
void board_jobs_put(struct rt_pipe *p, uint64_t post,
		    const struct rt_attached *attached);

/*
 * Moves the reminder of a question without an end: its date was changed to
 * this one.
 */
void board_reminder_move(struct rt_pipe *p, uint64_t post,
			 const struct rt_attached *attached);

#endif
