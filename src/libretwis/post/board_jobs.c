#include "libretwis/post/board_jobs.h"

#include <string.h>

#include "base/day.h"
#include "base/digits.h"
#include "schema/key.h"

/*
 * Whoever answers at the last moment has been checked before the end, and is
 * stored after it.
 */
#define LAST_ANSWERS_S 2

static const char *const board_words[BOARD_JOBS] = {
	[BOARD_END] = "end",         [BOARD_REMIND] = "remind",
	[BOARD_CHANGED] = "changed", [BOARD_CANCELLED] = "cancelled",
	[BOARD_READERS] = "readers",
};

/* ---- entries of the queue ----------------------------------------------- */

const char *board_entry_text(struct arena *a, const struct board_entry *e)
{
	const char *word = board_words[e->what];

	if (!e->since)
		return arena_printf(a, "%s " ID, word, e->post);
	if (!e->after)
		return arena_printf(a, "%s " ID " " ID, word, e->post,
				    e->since);
	return arena_printf(a, "%s " ID " " ID " %s %s", word, e->post,
			    e->since, e->score, e->after);
}

/* Reads " SINCE" and " SCORE AFTER", either of which may be missing. */
static bool board_parse_progress(struct arena *a, const char *at,
				 struct board_entry *e)
{
	size_t len;

	if (!*at)
		return true;
	if (*at++ != ' ' || !digits_read(&at, &e->since))
		return false;
	if (!*at)
		return true;
	if (*at++ != ' ')
		return false;
	len = strcspn(at, " ");
	if (!at[len])
		return false;
	e->score = arena_strndup(a, at, len);
	e->after = arena_strdup(a, at + len + 1);
	return true;
}

bool board_entry_parse(struct arena *a, const char *text,
		       struct board_entry *parsed)
{
	struct board_entry e = { 0 };
	size_t len = strcspn(text, " ");
	const char *at = text + len + 1;
	unsigned what = 0;

	while (what < BOARD_JOBS &&
	       (strlen(board_words[what]) != len ||
		memcmp(board_words[what], text, len) != 0))
		what++;
	if (what == BOARD_JOBS || !text[len] || !digits_read(&at, &e.post) ||
	    !board_parse_progress(a, at, &e))
		return false;
	e.what = (enum board_job)what;
	*parsed = e;
	return true;
}

/* ---- putting jobs ------------------------------------------------------- */

static const char *board_job_text(struct arena *a, enum board_job what,
				  uint64_t post)
{
	return board_entry_text(
		a, &(struct board_entry){ .what = what, .post = post });
}

void board_job_put(struct rt_pipe *p, enum board_job what, uint64_t post,
		   time_t due)
{
	delayed_put(p, BOARD_QUEUE, board_job_text(p->a, what, post),
		    (uint64_t)due * 1000);
}

time_t board_reminds_at(const struct rt_attached *attached)
{
	const struct rt_question *q = attached->question;
	const struct rt_date *date = attached->date;

	if (!q || !q->reminds || (date && date->is_cancelled))
		return 0;
	if (q->ends)
		return q->ends - DAY_SECONDS;
	return date ? date->begins - DAY_SECONDS : 0;
}

/*
 * A form that comes twice puts everything twice.  The second time may be after
 * the reminder, which is not put again then.
 */
void board_jobs_put(struct rt_pipe *p, uint64_t post,
		    const struct rt_attached *attached)
{
	time_t ends = attached->question ? attached->question->ends : 0;
	time_t reminds = board_reminds_at(attached);

	if (ends)
		board_job_put(p, BOARD_END, post, ends + LAST_ANSWERS_S);
	if (reminds > time(NULL))
		board_job_put(p, BOARD_REMIND, post, reminds);
	if (attached->announced)
		board_job_put(p, BOARD_READERS, post,
			      attached->announced + READ_BY_SECONDS);
}

void board_reminder_move(struct rt_pipe *p, uint64_t post,
			 const struct rt_attached *attached)
{
	const char *text = board_job_text(p->a, BOARD_REMIND, post);
	time_t reminds = board_reminds_at(attached);
	uint64_t due = (uint64_t)reminds * 1000;

	if (reminds > time(NULL))
		delayed_postpone(p, BOARD_QUEUE, text, due);
	else if (reminds)
		delayed_again(p, BOARD_QUEUE,
			      &(struct delayed){ .text = text }, due);
}
