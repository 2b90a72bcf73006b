/* Newcomers who wait: hosts list them, approve them, or refuse them. */
#include "base/clock.h"
#include "libretwis/host.h"
#include "libretwis/host/let_in.lua.h"
#include "libretwis/member/user.h"
#include "libretwis/member/user_fields.h"
#include "schema/key.h"

#define WAITING_FIELDS (USER_USERNAME | USER_WHO | USER_STANDING)

static bool waiting_is(const union user_fields *is)
{
	return is->username && rt_standing_read(is->standing) == RT_WAITING;
}

/* `entry` has ids and their scores by turns. */
static enum rt_err waiting_parse(struct rt *rt, struct arena *a,
				 const char *const *entry,
				 struct rt_waiting_list *q)
{
	union user_fields is[RT_WAITING_SHOWN];
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	for (size_t i = 0; i < RT_WAITING_SHOWN && entry[2 * i]; i++)
		user_fields_queue(&p, &is[i], rt_u64(entry[2 * i]),
				  WAITING_FIELDS);
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = 0; i < RT_WAITING_SHOWN && entry[2 * i]; i++)
		if (waiting_is(&is[i]))
			q->v[q->n++] = (struct rt_applicant){
				.id = rt_u64(entry[2 * i]),
				.name = is[i].username,
				.who = rt_text_shown(a, is[i].who ? is[i].who
								  : ""),
				.since =
					clock_stored(rt_u64(entry[2 * i + 1])),
			};
	return RT_OK;
}

enum rt_err rt_waiting_list(struct rt *rt, struct arena *a,
			    struct rt_waiting_list *queue)
{
	const char *entry[2 * RT_WAITING_SHOWN] = { NULL };
	struct rt_waiting_list q = { .n = 0 };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	rt_pipe_strs(&p, entry, 2 * RT_WAITING_SHOWN,
		     "ZRANGE " KEY_WAITING " 0 %d WITHSCORES",
		     RT_WAITING_SHOWN - 1);
	rt_pipe_u64(&p, &q.all, "ZCARD " KEY_WAITING);
	if ((err = rt_pipe_end(&p)) || (err = waiting_parse(rt, a, entry, &q)))
		return err;
	*queue = q;
	return RT_OK;
}

/* ---- approving --------------------------------------------------------- */

/*
 * Lists only those whom the script has approved.  The entry in `waiting` is
 * removed last.
 */
static enum rt_err waiting_list(struct rt *rt, struct arena *a,
				const uint64_t *id, size_t n,
				union user_fields *is, const uint64_t *is_in)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	for (size_t i = 0; i < n; i++)
		if (is_in[i])
			user_list(&p,
				  &(struct rt_user){ .id = id[i],
						     .name = is[i].username },
				  NULL);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin_lenient(&p, rt, a);
	for (size_t i = 0; i < n; i++)
		rt_pipe(&p, "ZREM " KEY_WAITING " " ID, id[i]);
	return rt_pipe_end(&p);
}

enum rt_err rt_let_in(struct rt *rt, struct arena *a, const uint64_t *id,
		      size_t n, const char **name)
{
	union user_fields *is = arena_alloc(a, n * sizeof *is);
	uint64_t *is_in = arena_alloc(a, n * sizeof *is_in);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	for (size_t i = 0; i < n; i++) {
		user_fields_queue(&p, &is[i], id[i], WAITING_FIELDS);
		rt_pipe_u64(&p, &is_in[i], "EVAL %s 1 " KEY_USER " %s",
			    LET_IN_LUA, id[i], rt_standing_word(RT_WAITING));
	}
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = 0; i < n; i++)
		name[i] = is_in[i] ? is[i].username : NULL;
	return waiting_list(rt, a, id, n, is, is_in);
}

/* ---- refusing ---------------------------------------------------------- */

enum rt_err rt_refuse(struct rt *rt, struct arena *a, uint64_t id,
		      const char **name)
{
	union user_fields is;
	struct rt_removal r;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	user_fields_queue(&p, &is, id, WAITING_FIELDS);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (!waiting_is(&is))
		return RT_NOT_FOUND;
	if ((err = rt_removal(rt, a, is.username, &r)))
		return err;
	if (r.user.id != id)
		return RT_NOT_FOUND;
	*name = is.username;
	return rt_remove_member(rt, &r, NULL);
}
