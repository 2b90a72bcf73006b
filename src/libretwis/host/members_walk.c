/* All members, in small portions, for a host. */
#include "libretwis/members.h"

#include "libretwis/member/member_rows.h"
#include "schema/key.h"

#define PORTION 200

/* ---- who is next ------------------------------------------------------- */

static enum rt_err walk_list(struct rt *rt, struct arena *a,
			     struct arena *chunk, struct rt_members_walk *w,
			     struct member_rows *rows)
{
	const char **entry = arena_alloc(chunk, (PORTION + 1) * sizeof *entry);
	const char *from =
		w->after ? arena_printf(chunk, "(%s", w->after) : "-";
	struct rt_pipe p;
	enum rt_err err;
	size_t n = 0;

	rt_pipe_begin_lenient(&p, rt, chunk);
	rt_pipe_strs(&p, entry, PORTION,
		     "ZRANGEBYLEX " KEY_DIRECTORY " %s + LIMIT 0 %d", from,
		     PORTION);
	if ((err = rt_pipe_end(&p)))
		return err;
	member_rows_add_entries(rows, entry);
	while (entry[n])
		n++;
	w->is_waiting = n < PORTION;
	if (n)
		w->after = arena_strdup(a, entry[n - 1]);
	return RT_OK;
}

static enum rt_err walk_waiting(struct rt *rt, struct arena *chunk,
				struct rt_members_walk *w,
				struct member_rows *rows)
{
	struct rt_ids ids = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, chunk);
	rt_pipe_ids(&p, &ids, PORTION, "ZRANGE " KEY_WAITING " " ID " " ID,
		    w->waiting, w->waiting + PORTION - 1);
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = 0; i < ids.n; i++)
		member_rows_add(rows, ids.v[i], NULL);
	w->waiting += ids.n;
	w->is_done = ids.n < PORTION;
	return RT_OK;
}

/* ---- what is known of them --------------------------------------------- */

/* Each member once: those who wait are not shown where the others are. */
static bool walk_shows(struct arena *chunk, const struct member_rows *rows,
		       size_t i)
{
	const union user_fields *is = &rows->fields[i];
	bool waits = rt_standing_read(is->standing) == RT_WAITING;

	if (!is->username || !rows->entry[i])
		return is->username && waits;
	return !waits && member_row_is_listed(chunk, rows, i);
}

static enum rt_err walk_read(struct rt *rt, struct arena *chunk,
			     struct member_rows *rows)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, chunk);
	member_rows_queue(&p, rows, 0, 0, rows->n);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin_lenient(&p, rt, chunk);
	for (size_t i = 0; i < rows->n; i++)
		if (walk_shows(chunk, rows, i))
			member_row_queue_more(&p, rows, i, true);
	return rt_pipe_end(&p);
}

enum rt_err rt_members_next(struct rt *rt, struct arena *a,
			    struct arena *chunk, struct rt_members_walk *w,
			    struct rt_people_list *some)
{
	struct member_rows rows = member_rows_new(chunk, PORTION);
	struct rt_members_walk next = *w;
	enum rt_err err = w->is_waiting
				  ? walk_waiting(rt, chunk, &next, &rows)
				  : walk_list(rt, a, chunk, &next, &rows);

	if (err || (err = walk_read(rt, chunk, &rows)))
		return err;
	*w = next;
	*some = (struct rt_people_list){
		.v = arena_alloc(chunk, PORTION * sizeof *some->v)
	};
	for (size_t i = 0; i < rows.n; i++)
		if (walk_shows(chunk, &rows, i))
			some->v[some->n++] =
				member_row_person(rt, &rows, i, true);
	return RT_OK;
}
