#include "libretwis/site/act_log.h"

#include <string.h>

#include "base/clock.h"
#include "libretwis/site/act_log_add.lua.h"
#include "patterns/delayed.h"
#include "schema/key.h"

/* A request that has not finished its act after this time never will. */
#define OVERDUE_MS 15000

static const struct {
	const char *word;
	enum act_object on;
	bool deletes;
} acts[] = {
	[RT_ACT_REMOVE] = { "remove", ACT_ON_POST, false },
	[RT_ACT_RESTORE] = { "restore", ACT_ON_POST, false },
	[RT_ACT_DELETE] = { "delete", ACT_ON_POST, true },
	[RT_ACT_APPROVE] = { "approve", ACT_ON_MEMBER, false },
	[RT_ACT_REFUSE] = { "refuse", ACT_ON_MEMBER, true },
	[RT_ACT_HOST] = { "host", ACT_ON_MEMBER, false },
	[RT_ACT_MODERATOR] = { "moderator", ACT_ON_MEMBER, false },
	[RT_ACT_MEMBER] = { "member", ACT_ON_MEMBER, false },
	[RT_ACT_SUSPEND] = { "suspend", ACT_ON_MEMBER, false },
	[RT_ACT_READMIT] = { "readmit", ACT_ON_MEMBER, false },
	[RT_ACT_LINK] = { "link", ACT_ON_MEMBER, false },
	[RT_ACT_PASSWORD] = { "password", ACT_ON_MEMBER, false },
	[RT_ACT_SITE] = { "site", ACT_ON_SITE, false },
	[RT_ACT_CODE] = { "code", ACT_ON_MEMBER, false },
	[RT_ACT_EXPEL] = { "expel", ACT_ON_MEMBER, true },
	[RT_ACT_CLOSE] = { "close", ACT_ON_CASE, false },
	[RT_ACT_NOTE] = { "note", ACT_ON_CASE, false },
	[RT_ACT_DATE] = { "date", ACT_ON_POST, false },
	[RT_ACT_CANCEL] = { "cancel", ACT_ON_POST, false },
	[RT_ACT_FACE] = { "face", ACT_ON_MEMBER, false },
};

enum act_object act_object(enum rt_act what)
{
	return acts[what].on;
}

bool act_deletes(enum rt_act what)
{
	return acts[what].deletes;
}

/* ---- a line ------------------------------------------------------------ */

static const char *act_by_word(struct arena *a, const struct rt_acting *who)
{
	return who->system ? arena_printf(a, "~%s", who->system)
			   : arena_printf(a, ID, who->by);
}

static uint64_t act_by_parse(const char *by, const char **system)
{
	*system = *by == '~' ? by + 1 : NULL;
	return *system ? 0 : rt_u64(by);
}

/*
 * Later than any before it in this process, since one request may begin many
 * acts in a microsecond.  If the clock was wrong, and was set back since, it
 * is followed.
 */
static int64_t act_now_us(void)
{
	static int64_t last_us;
	int64_t now = clock_date_us();

	if (now <= last_us && last_us - now < CLOCK_AHEAD_MS * 1000LL)
		now = last_us + 1;
	last_us = now;
	return now;
}

struct act act_new(struct arena *a, enum rt_act what, uint64_t whom,
		   uint64_t post, const struct rt_acting *who)
{
	struct act act = { .what = what,
			   .by = who->by,
			   .whom = whom,
			   .post = post,
			   .system = who->system,
			   .reason = who->reason ? who->reason : "",
			   .by_word = act_by_word(a, who) };

	act.token = arena_printf(a, "%lld", (long long)act_now_us());
	act.line = arena_printf(a, "%s %s %s " ID " " ID " %s", act.token,
				acts[what].word, act.by_word, whom, post,
				act.reason);
	return act;
}

static bool act_parse_word(const char *word, enum rt_act *what)
{
	for (size_t i = 0; word && i < RT_ACTS; i++)
		if (strcmp(word, acts[i].word) == 0) {
			*what = (enum rt_act)i;
			return true;
		}
	return false;
}

bool act_parse(struct arena *a, const char *line, struct act *act)
{
	char *rest = NULL, *text = arena_strdup(a, line);
	const char *whom, *post;

	*act = (struct act){ .line = line };
	act->token = strtok_r(text, " ", &rest);
	if (!rt_u64(act->token) ||
	    !act_parse_word(strtok_r(NULL, " ", &rest), &act->what))
		return false;
	act->by_word = strtok_r(NULL, " ", &rest);
	whom = strtok_r(NULL, " ", &rest);
	post = strtok_r(NULL, " ", &rest);
	if (!act->by_word || !whom || !post)
		return false;
	act->by = act_by_parse(act->by_word, &act->system);
	act->whom = rt_u64(whom);
	act->post = rt_u64(post);
	act->reason = rest;
	return true;
}

/* ---- what it leaves in the hash ---------------------------------------- */

uint64_t act_us(const char *token)
{
	uint64_t us = 0;

	digits_read(&token, &us);
	return us;
}

time_t act_time(const char *token)
{
	return clock_stored(act_us(token) / 1000000);
}

struct act_mark act_mark_parse(struct arena *a, const char *field)
{
	char *rest = NULL, *copy = arena_strdup(a, field);
	struct act_mark mark = { .token = strtok_r(copy, " ", &rest) };
	const char *by = strtok_r(NULL, " ", &rest);

	mark.time = act_time(field);
	mark.by = act_by_parse(by ? by : "", &mark.system);
	mark.text = rest ? rest : "";
	return mark;
}

const char *act_mark_text(struct arena *a, const struct act *act,
			  const char *text)
{
	return arena_printf(a, "%s %s %s", act->token, act->by_word, text);
}

/* ---- the log ----------------------------------------------------------- */

void act_begin(struct rt_pipe *p, const struct act *act)
{
	delayed_postpone(p, ACT_LOG_QUEUE, act->line,
			 (uint64_t)clock_date_ms() + OVERDUE_MS);
}

void act_forget(struct rt_pipe *p, const struct act *act)
{
	const struct delayed note = { .text = act->line };

	delayed_done(p, ACT_LOG_QUEUE, &note);
}

void act_add_line(struct rt_pipe *p, const struct act *act)
{
	rt_pipe(p, "EVAL %s 1 " KEY_ACT_LOG " %s %s %d", ACT_LOG_ADD_LUA,
		act->token, act->line, ACT_LOG_CAP);
}

void act_end(struct rt_pipe *p, const struct act *act)
{
	act_add_line(p, act);
	rt_pipe_then(p);
	act_forget(p, act);
}

void act_finish(struct rt_pipe *p, const struct act *act, bool is_done)
{
	if (is_done)
		act_end(p, act);
	else
		act_forget(p, act);
}

enum rt_err act_forget_now(struct rt *rt, struct arena *a,
			   const struct act *act, enum rt_err why)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	act_forget(&p, act);
	err = rt_pipe_end(&p);
	return err ? err : why;
}

enum rt_err act_begin_now(struct rt *rt, struct arena *a,
			  const struct act *act)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	act_begin(&p, act);
	return rt_pipe_end(&p);
}

enum rt_err act_end_now(struct rt *rt, struct arena *a, const struct act *act,
			enum rt_err result)
{
	struct rt_pipe p;
	enum rt_err err;

	if (result && result != RT_DENIED && result != RT_NOT_FOUND)
		return result;
	rt_pipe_begin(&p, rt, a);
	act_finish(&p, act, !result);
	err = rt_pipe_end(&p);
	return result ? result : err;
}
