/*
 * The faces of members.
 *
 * A worker looks after the old one half a minute later, whatever happens here
 * in between: so that is noted before the face is changed.
 */
#include <string.h>

#include "libretwis/acts.h"
#include "libretwis/member/user_field_set.lua.h"
#include "libretwis/picture/face_moderate.lua.h"
#include "libretwis/picture/picture_row.h"
#include "libretwis/site/act_log.h"
#include "schema/key.h"

static void face_release(struct rt_pipe *p, const char *token)
{
	if (token)
		picture_release(p, token);
	rt_pipe_then(p);
}

/*
 * If it was another one than the caller had read, that is released, too.  If
 * this process dies first: it has been there for less than ten minutes, so a
 * worker is still to look after it.
 */
static enum rt_err face_release_other(struct rt *rt, struct arena *a,
				      const char *was, const char *read)
{
	struct rt_pipe p;

	if (!*was || (read && strcmp(was, read) == 0))
		return RT_OK;
	rt_pipe_begin(&p, rt, a);
	picture_release(&p, was);
	return rt_pipe_end(&p);
}

/* ---- one's own ---------------------------------------------------------- */

enum rt_err rt_face_set(struct rt *rt, struct arena *a,
			const struct rt_user *me, const char *token)
{
	const char *was = NULL;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	face_release(&p, me->face);
	rt_pipe_str(&p, &was, "EVAL %s 1 " KEY_USER " face %s",
		    USER_FIELD_SET_LUA, me->id, token);
	if ((err = rt_pipe_end(&p)))
		return err;
	return was ? face_release_other(rt, a, was, me->face) : RT_NOT_FOUND;
}

enum rt_err rt_face_remove(struct rt *rt, struct arena *a,
			   const struct rt_user *me)
{
	return rt_face_set(rt, a, me, "");
}

/* ---- somebody else's ---------------------------------------------------- */

static enum rt_err face_read_done(const char *done)
{
	if (strcmp(done, "gone") == 0)
		return RT_NOT_FOUND;
	return strcmp(done, "denied") == 0 ? RT_DENIED : RT_OK;
}

enum rt_err rt_face_moderate(struct rt *rt, struct arena *a,
			     const struct rt_user *whom, enum rt_standing as,
			     const struct rt_acting *who)
{
	struct act act = act_new(a, RT_ACT_FACE, whom->id, 0, who);
	const char *done = NULL;
	struct rt_pipe p;
	enum rt_err err;

	if (!rt_may_give(as, whom->standing, RT_SUSPENDED))
		return RT_DENIED;
	rt_pipe_begin(&p, rt, a);
	act_begin(&p, &act);
	face_release(&p, whom->face);
	rt_pipe_str(&p, &done, "EVAL %s 1 " KEY_USER " %s %s",
		    FACE_MODERATE_LUA, whom->id, act.token,
		    rt_standing_word(as));
	if ((err = rt_pipe_end(&p)))
		return err;
	if (!done)
		return RT_BROKEN;
	if ((err = face_read_done(done)) || strcmp(done, "same") == 0)
		return act_forget_now(rt, a, &act, err);
	if ((err = face_release_other(rt, a, done, whom->face)))
		return err;
	return act_end_now(rt, a, &act, RT_OK);
}
