/*
 * What members may do, and how hosts and moderators change it.
 *
 * The script standing_set.lua decides, and everything after it can be done
 * again: by pressing the button once more, or by the worker that completes the
 * log (host/acts.c).
 */
#include "libretwis/member/standing.h"

#include <string.h>

#include "base/clock.h"
#include "libretwis/member/hosts.h"
#include "libretwis/member/notice.h"
#include "libretwis/member/notify.h"
#include "libretwis/member/standing_set.lua.h"
#include "libretwis/member/suspended_add.lua.h"
#include "libretwis/member/suspension_end.lua.h"
#include "libretwis/member/user_fields.h"
#include "libretwis/site/act_log.h"
#include "patterns/delayed.h"
#include "schema/key.h"

/*
 * The field `suspended` of a member says why: "TOKEN BY AS UNTIL REASON", where
 * the token is that of the act (site/act_log.h), AS the word for a host or a
 * moderator, and UNTIL the second when it ends, or 0.  One that ends has an
 * entry in this delayed queue, with the same token: whatever else has happened
 * to the member since, an entry ends only its own suspension.
 */
#define QUEUE "suspended"

static const char *const words[RT_STANDINGS + 1] = {
	[RT_MEMBER] = "member",     [RT_MODERATOR] = "moderator",
	[RT_HOST] = "host",         [RT_WAITING] = "waiting",
	[RT_SUSPENDED] = "stopped", [RT_STANDINGS] = "unknown",
};

const char *rt_standing_word(enum rt_standing standing)
{
	return words[standing];
}

enum rt_standing rt_standing_read(const char *word)
{
	unsigned i = 0;

	if (!word)
		return RT_MEMBER;
	while (i < RT_STANDINGS && strcmp(words[i], word) != 0)
		i++;
	return i;
}

bool rt_belongs(enum rt_standing standing)
{
	return standing == RT_MEMBER || standing == RT_MODERATOR ||
	       standing == RT_HOST;
}

bool rt_moderates(enum rt_standing standing)
{
	return standing == RT_MODERATOR || standing == RT_HOST;
}

bool rt_sees(enum rt_standing me, enum rt_standing whom)
{
	return whom != RT_SUSPENDED || rt_moderates(me);
}

bool rt_may_give(enum rt_standing as, enum rt_standing from,
		 enum rt_standing to)
{
	if (as == RT_MODERATOR && to == RT_SUSPENDED)
		return !rt_moderates(from);
	if (as == RT_MODERATOR && to == RT_MEMBER)
		return from == RT_SUSPENDED;
	return as == RT_HOST;
}

/* ---- why somebody is suspended, and until when -------------------------- */

static const char *suspension_text(struct arena *a,
				   const struct rt_standing_change *change,
				   const struct act *act)
{
	return act_mark_text(
		a, act,
		arena_printf(a, "%s %lld %s", rt_standing_word(change->as),
			     (long long)change->until, act->reason));
}

/* An earlier Retwis has stored no reason. */
static struct rt_suspension suspension_parse(struct arena *a,
					     const char *field)
{
	struct act_mark mark = act_mark_parse(a, field ? field : "");
	char *rest = NULL, *text = arena_strdup(a, mark.text);
	const char *until;

	strtok_r(text, " ", &rest); /* AS */
	until = strtok_r(NULL, " ", &rest);
	return (struct rt_suspension){
		.by = mark.by,
		.system = mark.system,
		.until = clock_stored(rt_u64(until)),
		.reason = rest ? rest : "",
	};
}

enum rt_err rt_suspension(struct rt *rt, struct arena *a, uint64_t id,
			  struct rt_suspension *suspension)
{
	union user_fields fields;
	enum rt_err err = user_fields_read(rt, a, &fields, id,
					   USER_STANDING | USER_SUSPENDED);

	if (err)
		return err;
	if (rt_standing_read(fields.standing) != RT_SUSPENDED)
		return RT_NOT_FOUND;
	*suspension = suspension_parse(a, fields.suspended);
	return RT_OK;
}

static void suspension_note_end(struct rt_pipe *p, uint64_t id,
				const char *token, time_t until)
{
	delayed_postpone(p, QUEUE, arena_printf(p->a, ID " %s", id, token),
			 (uint64_t)until * 1000);
}

/* ---- changing it ------------------------------------------------------- */

static enum rt_act standing_act(const struct rt_standing_change *c)
{
	static const enum rt_act acts[RT_STANDINGS] = {
		[RT_HOST] = RT_ACT_HOST,
		[RT_MODERATOR] = RT_ACT_MODERATOR,
		[RT_MEMBER] = RT_ACT_MEMBER,
		[RT_SUSPENDED] = RT_ACT_SUSPEND,
	};

	return c->from == RT_SUSPENDED && c->to == RT_MEMBER ? RT_ACT_READMIT
							     : acts[c->to];
}

void standing_finish(struct rt_pipe *p, uint64_t id, enum rt_act what)
{
	if (what == RT_ACT_HOST)
		rt_pipe(p, "SADD " KEY_HOSTS " " ID, id);
	if (what == RT_ACT_MODERATOR)
		rt_pipe(p, "ZADD " KEY_MODERATORS " 0 " ID, id);
	else
		rt_pipe(p, "ZREM " KEY_MODERATORS " " ID, id);
	if (what == RT_ACT_SUSPEND)
		rt_pipe(p, "EVAL %s 1 " KEY_SUSPENDED " %s " ID,
			SUSPENDED_ADD_LUA, clock_score(p->a), id);
	else
		rt_pipe(p, "ZREM " KEY_SUSPENDED " " ID, id);
	if (what != RT_ACT_HOST && what != RT_ACT_MODERATOR)
		notice_drop_kind(p, id, RT_NOTICE_ASK);
}

static enum rt_err standing_store(struct rt *rt, struct arena *a,
				  const struct rt_standing_change *c,
				  const struct act *act, const char **done)
{
	bool suspends = c->to == RT_SUSPENDED;
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	act_begin(&p, act);
	if (suspends && c->until)
		suspension_note_end(&p, c->whom, act->token, c->until);
	rt_pipe_then(&p);
	rt_pipe_str(&p, done, "EVAL %s 1 " KEY_USER " %s %s %s %s",
		    STANDING_SET_LUA, c->whom,
		    c->to == RT_MEMBER ? "" : words[c->to], act->token,
		    suspends ? suspension_text(a, c, act) : "", words[c->as]);
	return rt_pipe_end(&p);
}

static enum rt_err standing_end(struct rt *rt, struct arena *a,
				const struct act *act, bool is_done)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	standing_finish(&p, act->whom, act->what);
	act_finish(&p, act, is_done);
	if (!(err = rt_pipe_end(&p)))
		notify_member_now(rt, a, act->whom);
	return err;
}

static enum rt_err standing_change(struct rt *rt, struct arena *a,
				   const struct rt_standing_change *c)
{
	struct act act = act_new(a, standing_act(c), c->whom, 0, &c->who);
	const char *done = NULL;
	enum rt_err err = standing_store(rt, a, c, &act, &done);

	if (err)
		return err;
	if (!done)
		return RT_BROKEN;
	if (strcmp(done, "gone") == 0)
		return act_forget_now(rt, a, &act, RT_NOT_FOUND);
	if (strcmp(done, "denied") == 0)
		return act_forget_now(rt, a, &act, RT_DENIED);
	if ((err = standing_end(rt, a, &act, strcmp(done, "done") == 0)))
		return err;
	return strcmp(done, "same") == 0 && c->to == RT_SUSPENDED ? RT_TAKEN
								  : RT_OK;
}

/*
 * If this is interrupted, the set never has a host whose copy in `user:ID`
 * says otherwise.
 */
enum rt_err rt_change_standing(struct rt *rt, struct arena *a,
			       const struct rt_standing_change *c)
{
	bool is_host = false;
	enum rt_err err;

	if (c->as == RT_HOST)
		err = c->to == RT_HOST ? RT_OK : hosts_remove(rt, a, c->whom);
	else if (!(err = rt_is_host(rt, a, c->whom, &is_host)) && is_host)
		err = RT_DENIED;
	return err ? err : standing_change(rt, a, c);
}

/* ---- a suspension that ends by itself ----------------------------------- */

static enum rt_err suspension_end(struct rt *rt, struct arena *a,
				  const struct delayed *entry)
{
	const char *token = entry->text;
	uint64_t id, ended = 0;
	struct rt_pipe p;
	enum rt_err err;

	if (!digits_read(&token, &id) || *token++ != ' ')
		return delayed_end(rt, a, QUEUE, entry);
	err = rt_read_u64(rt, a, &ended, "EVAL %s 1 " KEY_USER " %s",
			  SUSPENSION_END_LUA, id, token);
	if (err)
		return err;
	rt_pipe_begin(&p, rt, a);
	if (ended)
		standing_finish(&p, id, RT_ACT_READMIT);
	delayed_done(&p, QUEUE, entry);
	if (!(err = rt_pipe_end(&p)) && ended)
		notify_member_now(rt, a, id);
	return err;
}

enum rt_err rt_suspended_run(struct rt *rt, struct arena *a)
{
	return delayed_run(rt, a, QUEUE, suspension_end);
}
