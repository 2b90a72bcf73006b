/* How many cases are open: every page of a host or moderator says it. */
#include "base/clock.h"
#include "base/memo.h"
#include "libretwis/reports.h"
#include "redis/pipe.h"
#include "schema/key.h"

#define OPEN_MS 10000
#define ROWS    64 /* hosts and moderators; 2 KB */

static struct open_cases_row {
	struct memo_head head;
	uint64_t n;
} open_cases_rows[ROWS];
static const struct memo open_cases_memo = MEMO(open_cases_rows);

uint64_t rt_open_cases(struct rt *rt, struct arena *a,
		       const struct rt_user *me)
{
	int64_t now = clock_ms();
	struct open_cases_row *row = memo_find(&open_cases_memo, me->id, now);
	uint64_t all = 0;
	const char *own = NULL;
	struct rt_pipe p;

	if (row)
		return row->n;
	rt_pipe_begin_lenient(&p, rt, a);
	rt_pipe_u64(&p, &all, "ZCARD " KEY_CASES);
	rt_pipe_str(&p, &own, "ZSCORE " KEY_CASES " " ID, me->id);
	if (rt_pipe_end(&p))
		return 0;
	row = memo_put(&open_cases_memo, me->id, now + OPEN_MS);
	row->n = all - (all && own);
	return row->n;
}
