/* All members, in small portions, for a host, and one of them. */
#include "libretwis/members.h"

#include "libretwis/member/hosts.h"
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
	uint64_t all = 0, registered = 0;
	struct rt_pipe p;
	enum rt_err err;
	size_t n = 0;

	rt_pipe_begin_lenient(&p, rt, chunk);
	rt_pipe_strs(&p, entry, PORTION,
		     "ZRANGEBYLEX " KEY_DIRECTORY " %s + LIMIT 0 %d", from,
		     PORTION);
	rt_pipe_u64(&p, &all, "ZCARD " KEY_DIRECTORY);
	rt_pipe_u64(&p, &registered, "ZCARD " KEY_BY_TIME);
	if ((err = rt_pipe_end(&p)))
		return err;
	w->is_partial = all < registered;
	member_rows_add_entries(rows, entry);
	while (entry[n])
		n++;
	w->is_waiting = n < PORTION;
	if (n)
		w->after = arena_strdup(a, entry[n - 1]);
	return RT_OK;
}

/* Queues the next portion of a list that has only the members of a standing. */
static void walk_queue_standing(struct rt_pipe *p, struct rt_ids *ids,
				const struct rt_members_walk *w)
{
	const char *key = w->only == RT_MODERATOR   ? KEY_MODERATORS
			  : w->only == RT_SUSPENDED ? KEY_SUSPENDED
						    : KEY_WAITING;

	if (w->only == RT_HOST)
		hosts_queue(p, ids);
	else
		rt_pipe_ids(p, ids, PORTION, "ZRANGE %s " ID " " ID, key,
			    w->waiting, w->waiting + PORTION - 1);
}

static enum rt_err walk_standing(struct rt *rt, struct arena *chunk,
				 struct rt_members_walk *w,
				 struct member_rows *rows)
{
	struct rt_ids ids = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, chunk);
	walk_queue_standing(&p, &ids, w);
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = 0; i < ids.n; i++)
		member_rows_add(rows, ids.v[i], NULL);
	w->waiting += ids.n;
	w->is_done = w->only == RT_HOST || ids.n < PORTION;
	return RT_OK;
}

/* ---- what is known of them --------------------------------------------- */

/*
 * Each member once: those who wait are not shown where the others are.  A list
 * of a standing is only a hint.
 */
static bool walk_shows(struct arena *chunk, const struct rt_members_walk *w,
		       const struct member_rows *rows, size_t i)
{
	const union user_fields *is = &rows->fields[i];
	enum rt_standing standing = rt_standing_read(is->standing);

	if (!is->username)
		return false;
	if (!rows->entry[i])
		return standing == (w->only ? w->only : RT_WAITING);
	return standing != RT_WAITING && member_row_is_listed(chunk, rows, i);
}

static enum rt_err walk_read(struct rt *rt, struct arena *chunk,
			     const struct rt_members_walk *w,
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
		if (walk_shows(chunk, w, rows, i))
			member_row_queue_more(&p, rows, i, true);
	return rt_pipe_end(&p);
}

enum rt_err rt_members_next(struct rt *rt, struct arena *a,
			    struct arena *chunk, struct rt_members_walk *w,
			    struct rt_people_list *some)
{
	struct member_rows rows = member_rows_new(chunk, PORTION);
	struct rt_members_walk next = *w;
	enum rt_err err = w->is_waiting || w->only
				  ? walk_standing(rt, chunk, &next, &rows)
				  : walk_list(rt, a, chunk, &next, &rows);

	if (err || (err = walk_read(rt, chunk, w, &rows)))
		return err;
	*w = next;
	*some = (struct rt_people_list){
		.v = arena_alloc(chunk, PORTION * sizeof *some->v)
	};
	for (size_t i = 0; i < rows.n; i++)
		if (walk_shows(chunk, w, &rows, i))
			some->v[some->n++] =
				member_row_person(rt, &rows, i, true);
	return RT_OK;
}

enum rt_err rt_members_one(struct rt *rt, struct arena *a, uint64_t id,
			   struct rt_person *person)
{
	struct member_rows rows = member_rows_new(a, 1);
	struct rt_pipe p;
	enum rt_err err;

	member_rows_add(&rows, id, NULL);
	rt_pipe_begin_lenient(&p, rt, a);
	member_rows_queue(&p, &rows, 0, 0, rows.n);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (!rows.n || !rows.fields[0].username)
		return RT_NOT_FOUND;
	rt_pipe_begin_lenient(&p, rt, a);
	member_row_queue_more(&p, &rows, 0, true);
	if (!(err = rt_pipe_end(&p)))
		*person = member_row_person(rt, &rows, 0, true);
	return err;
}
