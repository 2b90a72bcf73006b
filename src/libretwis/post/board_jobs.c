#include "libretwis/post/board_jobs.h"

#include "base/day.h"
#include "base/digits.h"
#include "patterns/delayed.h"
#include "schema/key.h"

#define QUEUE "board"

static const char *const board_words[BOARD_JOBS] = {
	[BOARD_END] = "end",         [BOARD_REMIND] = "remind",
	[BOARD_CHANGED] = "changed", [BOARD_CANCELLED] = "cancelled",
	[BOARD_READERS] = "readers",
};

static const char *board_job_text(struct arena *a, enum board_job what,
				  uint64_t post)
{
	return arena_printf(a, "%s " ID, board_words[what], post);
}

void board_job_put(struct rt_pipe *p, enum board_job what, uint64_t post,
		   time_t due)
{
	delayed_put(p, QUEUE, board_job_text(p->a, what, post),
		    (uint64_t)due * 1000);
}

/* The time a day before which a question reminds: its end, or its date. */
static time_t board_reminds_for(const struct rt_attached *attached)
{
	if (!attached->question->reminds)
		return 0;
	if (attached->question->ends)
		return attached->question->ends;
	return attached->date ? attached->date->begins : 0;
}

void board_jobs_put(struct rt_pipe *p, uint64_t post,
		    const struct rt_attached *attached)
{
	time_t ends = attached->question ? attached->question->ends : 0;
	time_t reminds = attached->question ? board_reminds_for(attached) : 0;

	if (ends)
		board_job_put(p, BOARD_END, post, ends);
	if (reminds)
		board_job_put(p, BOARD_REMIND, post, reminds - DAY_SECONDS);
	if (attached->announced)
		board_job_put(p, BOARD_READERS, post,
			      attached->announced + READ_BY_SECONDS);
}

void board_reminder_move(struct rt_pipe *p, uint64_t post,
			 const struct rt_attached *attached)
{
	time_t reminds = attached->question ? board_reminds_for(attached) : 0;

	if (reminds && !attached->question->ends)
		delayed_postpone(p, QUEUE,
				 board_job_text(p->a, BOARD_REMIND, post),
				 (uint64_t)(reminds - DAY_SECONDS) * 1000);
}
