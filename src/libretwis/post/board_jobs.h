/*
 * What workers do later about questions, announcements and dates; private to
 * libretwis.
 *
 * The jobs are in the delayed queue {board}, on the data's link, each as its
 * word and the id of its post, such as "end 12".  A job whose post is gone is
 * removed, and doing one twice has the same effect as doing it once.
 *
 * A job for very many members is done in slices (board_run.c).  After each, one
 * script replaces its entry by another that also says how far it has come.
 */
#ifndef BOARD_JOBS_H
#define BOARD_JOBS_H

#include "libretwis/attached.h"
#include "patterns/delayed.h"
#include "redis/pipe.h"

#define BOARD_QUEUE "board"

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

/*
 * Queues all jobs of a new post that has this.  Nobody is reminded of a
 * question that was asked, or is published only now, on its last day.
 */
void board_jobs_put(struct rt_pipe *p, uint64_t post,
		    const struct rt_attached *attached);

/*
 * The second, a day before its end or else before its date, at which such a
 * post reminds of its question; 0 if it never does.
 */
time_t board_reminds_at(const struct rt_attached *attached);

/*
 * Queues that the reminder of a question without an end comes a day before its
 * date, which was changed to this one.  If it is too late for that, it comes at
 * once, unless it has come already.
 */
void board_reminder_move(struct rt_pipe *p, uint64_t post,
			 const struct rt_attached *attached);

/* ---- entries of the queue ----------------------------------------------- */

struct board_entry {
	enum board_job what;
	uint64_t post;

	uint64_t since; /* the microsecond when it began; 0: not yet */
	const char
		*score; /* of the last entry that was read; NULL: none was */
	const char *after; /* that entry */
};

/* "end 12", or "end 12 SINCE", or "end 12 SINCE SCORE AFTER". */
const char *board_entry_text(struct arena *a, const struct board_entry *e);

/* Parses one.  False for anything else. */
bool board_entry_parse(struct arena *a, const char *text,
		       struct board_entry *parsed);

#endif
