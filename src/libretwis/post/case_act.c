/* Closing a case, and writing to its author. */
#include <string.h>

#include "libretwis/member/notify.h"
#include "libretwis/post/case.h"
#include "libretwis/post/case_close.lua.h"
#include "libretwis/post/case_note.lua.h"
#include "libretwis/site/act_log.h"
#include "schema/key.h"

/* Reads whom the case is about, for the log. */
static enum rt_err case_act_begin(struct rt *rt, struct arena *a, uint64_t id,
				  enum rt_act what,
				  const struct rt_acting *who, struct act *act)
{
	uint64_t author = 0;
	enum rt_err err =
		rt_read_u64(rt, a, &author, "HGET " KEY_CASE " author", id);

	if (err)
		return err;
	if (!author)
		return RT_NOT_FOUND;
	*act = act_new(a, what, author, id, who);
	return RT_OK;
}

/* What the script has answered, if it has not done it. */
static enum rt_err case_act_refused(struct rt *rt, struct arena *a,
				    const struct act *act, const char *done)
{
	return act_forget_now(rt, a, act,
			      strcmp(done, "taken") == 0 ? RT_TAKEN
							 : RT_NOT_FOUND);
}

/* ---- closing ----------------------------------------------------------- */

/* The script returns a word, and then the names of the fields. */
static enum rt_err close_store(struct rt *rt, struct arena *a,
			       const struct act *act,
			       enum rt_case_outcome outcome,
			       struct rt_texts *done)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	act_begin(&p, act);
	rt_pipe_then(&p);
	rt_pipe_texts(&p, done, CASE_CAP + 4,
		      "EVAL %s 1 " KEY_CASE " %s %s %s", CASE_CLOSE_LUA,
		      act->post, act->token, act->by_word,
		      case_outcome_word(outcome));
	return rt_pipe_end(&p);
}

enum rt_err rt_case_close(struct rt *rt, struct arena *a, uint64_t id,
			  enum rt_case_outcome outcome,
			  const struct rt_acting *who)
{
	struct case_facts facts = { .id = id };
	struct rt_texts done = { 0 };
	struct act act;
	struct rt_pipe p;
	enum rt_err err;

	if ((err = case_act_begin(rt, a, id, RT_ACT_CLOSE, who, &act)) ||
	    (err = close_store(rt, a, &act, outcome, &done)))
		return err;
	if (!done.n)
		return RT_BROKEN;
	if (strcmp(done.v[0], "done") != 0)
		return case_act_refused(rt, a, &act, done.v[0]);
	facts.author = act.whom;
	facts.fields = done;
	rt_pipe_begin(&p, rt, a);
	case_finish_closing(&p, &facts, act.by);
	act_end(&p, &act);
	if (!(err = rt_pipe_end(&p)))
		case_notify(rt, a, &facts);
	return err;
}

/* ---- a note ------------------------------------------------------------ */

static enum rt_err note_store(struct rt *rt, struct arena *a,
			      const struct act *act, const char *text,
			      const char **done)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	act_begin(&p, act);
	rt_pipe_then(&p);
	rt_pipe_str(&p, done, "EVAL %s 1 " KEY_CASE " %s %s %d", CASE_NOTE_LUA,
		    act->post, act->token, act_mark_text(a, act, text),
		    CASE_CAP);
	return rt_pipe_end(&p);
}

enum rt_err rt_case_note(struct rt *rt, struct arena *a, uint64_t id,
			 const char *text, const struct rt_acting *who)
{
	const char *done = NULL;
	struct act act;
	struct rt_pipe p;
	enum rt_err err;

	if ((err = case_act_begin(rt, a, id, RT_ACT_NOTE, who, &act)) ||
	    (err = note_store(rt, a, &act, text, &done)))
		return err;
	if (!done)
		return RT_BROKEN;
	if (strcmp(done, "done") != 0)
		return case_act_refused(rt, a, &act, done);
	rt_pipe_begin(&p, rt, a);
	case_finish_note(&p, id, act.whom);
	act_end(&p, &act);
	if (!(err = rt_pipe_end(&p)))
		notify_member_now(rt, a, act.whom);
	return err;
}
