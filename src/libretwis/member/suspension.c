#include "libretwis/member/suspension.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "libretwis/member/notify.h"
#include "libretwis/member/standing.h"
#include "libretwis/member/suspension_end.lua.h"
#include "libretwis/member/user_fields.h"
#include "libretwis/site/act_log.h"
#include "patterns/delayed.h"
#include "schema/key.h"

#define QUEUE    "suspended"
#define LEASE_MS 60000

/* ---- the field --------------------------------------------------------- */

const char *suspension_text(struct arena *a,
			    const struct rt_standing_change *change,
			    const char *token)
{
	const char *reason = change->who.reason;

	return arena_printf(a, "%s %s %s %lld %s", token,
			    act_by(a, &change->who),
			    rt_standing_word(change->as),
			    (long long)change->until, reason ? reason : "");
}

/* An earlier Retwis has stored no reason. */
static struct rt_suspension suspension_parse(struct arena *a,
					     const char *field)
{
	char *rest = NULL, *text = arena_strdup(a, field ? field : "");
	struct rt_suspension s = { .reason = "" };
	const char *word;

	strtok_r(text, " ", &rest); /* the token */
	word = strtok_r(NULL, " ", &rest);
	s.by = act_by_parse(word ? word : "", &s.system);
	word = strtok_r(NULL, " ", &rest);
	s.by_moderator = word && rt_standing_read(word) == RT_MODERATOR;
	word = strtok_r(NULL, " ", &rest);
	s.until = clock_stored(word ? rt_u64(word) : 0);
	if (rest)
		s.reason = rest;
	return s;
}

enum rt_err rt_suspension(struct rt *rt, struct arena *a, uint64_t id,
			  struct rt_suspension *suspension)
{
	union user_fields fields;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	user_fields_queue(&p, &fields, id, USER_STANDING | USER_SUSPENDED);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (rt_standing_read(fields.standing) != RT_SUSPENDED)
		return RT_NOT_FOUND;
	*suspension = suspension_parse(a, fields.suspended);
	return RT_OK;
}

/* ---- its end ----------------------------------------------------------- */

void suspension_note_end(struct rt_pipe *p, uint64_t id, const char *token,
			 time_t until)
{
	delayed_postpone(p, QUEUE, arena_printf(p->a, ID " %s", id, token),
			 (uint64_t)until * 1000);
}

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
	struct delayed_list list;
	enum rt_err err =
		delayed_claim(rt, a, QUEUE, (uint64_t)clock_date_ms(),
			      LEASE_MS, DELAYED_LIST, &list);

	for (size_t i = 0; !err && i < list.n; i++)
		err = suspension_end(rt, a, &list.v[i]);
	return err;
}
