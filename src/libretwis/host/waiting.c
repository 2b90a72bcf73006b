/* Newcomers who wait: hosts list them, approve them, or refuse them. */
#include "base/clock.h"
#include "libretwis/host.h"
#include "libretwis/host/let_in.lua.h"
#include "libretwis/host/refuse.lua.h"
#include "libretwis/member/user.h"
#include "libretwis/member/user_fields.h"
#include "libretwis/site/act_log.h"
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

/* What let_in.lua answers. */
enum { LET_IN_NOBODY, LET_IN, LET_IN_BEFORE };

/* One of several who are approved. */
struct approval {
	uint64_t id, result;
	union user_fields is;
	struct act act;
};

static void approval_queue(struct rt_pipe *p, struct approval *one)
{
	user_fields_queue(p, &one->is, one->id, WAITING_FIELDS);
	act_begin(p, &one->act);
	rt_pipe_then(p);
	rt_pipe_u64(p, &one->result, "EVAL %s 1 " KEY_USER " %s %s",
		    LET_IN_LUA, one->id, rt_standing_word(RT_WAITING),
		    one->act.token);
}

/*
 * Lists only those whom the script has approved.  The entry in `waiting` is
 * removed last.
 */
static enum rt_err approvals_list(struct rt *rt, struct arena *a,
				  const struct approval *all, size_t n)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	for (size_t i = 0; i < n; i++) {
		const struct rt_user user = { .id = all[i].id,
					      .name = all[i].is.username };

		if (all[i].result != LET_IN_NOBODY)
			user_list(&p, &user, NULL);
		act_finish(&p, &all[i].act, all[i].result == LET_IN);
	}
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin_lenient(&p, rt, a);
	for (size_t i = 0; i < n; i++)
		rt_pipe(&p, "ZREM " KEY_WAITING " " ID, all[i].id);
	return rt_pipe_end(&p);
}

enum rt_err rt_let_in(struct rt *rt, struct arena *a,
		      const struct rt_acting *who, const uint64_t *id,
		      size_t n, const char **name)
{
	struct approval *all = arena_alloc(a, n * sizeof *all);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	for (size_t i = 0; i < n; i++) {
		all[i] = (struct approval){
			.id = id[i],
			.act = act_new(a, RT_ACT_APPROVE, id[i], 0, who),
		};
		approval_queue(&p, &all[i]);
	}
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = 0; i < n; i++)
		name[i] = all[i].result != LET_IN_NOBODY ? all[i].is.username
							 : NULL;
	return approvals_list(rt, a, all, n);
}

/* ---- refusing ---------------------------------------------------------- */

/*
 * If this is interrupted a worker finishes the removal, and adds the line to
 * the log when the member is gone.  Before there is a note for the worker, the
 * newcomer keeps waiting, and can only be refused again.
 */
enum rt_err rt_refuse(struct rt *rt, struct arena *a,
		      const struct rt_acting *who, uint64_t id,
		      const char **name)
{
	union user_fields is;
	struct rt_removal r;
	uint64_t refused = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	user_fields_queue(&p, &is, id, WAITING_FIELDS);
	rt_pipe_u64(&p, &refused, "EVAL %s 1 " KEY_USER " %s", REFUSE_LUA, id,
		    rt_standing_word(RT_WAITING));
	if ((err = rt_pipe_end(&p)))
		return err;
	if (!waiting_is(&is) || !refused)
		return RT_NOT_FOUND;
	if ((err = rt_removal(rt, a, is.username, &r)))
		return err;
	if (r.user.id != id)
		return RT_NOT_FOUND;
	*name = is.username;
	return rt_expel(rt, RT_ACT_REFUSE, &r, who, NULL);
}
