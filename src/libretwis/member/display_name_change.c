/*
 * Setting a display name.  Its round trips:
 *
 *	1. counts the change (rate_limit.c), and reads the current name and whom
 *	   the new one might be taken for (impostor.c)
 *	2. HMGET user:ID for each of those
 *	3. ZADD members for its entries (name_index.c), then user_field_set.lua
 *	4. ZREM members for the entries of the name before
 */
#include <string.h>

#include "libretwis/member/user_field_set.lua.h"
#include "libretwis/member/impostor.h"
#include "libretwis/member/name_index.h"
#include "libretwis/member/rate_limit.h"
#include "libretwis/member/user_fields.h"
#include "redis/wait_replicas.h"
#include "schema/key.h"

/*
 * A name that is not changed is not judged again, since somebody may have taken
 * a similar one later.
 */
static enum rt_err display_name_check(struct rt *rt, struct arena *a,
				      uint64_t id, const char *display,
				      const char **problem)
{
	struct impostor check = { .id = id, .display = display };
	union user_fields me;
	struct rate_limit limit;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	rate_limit_queue_member(&p, &limit, RT_RATE_POST, id);
	user_fields_queue(&p, &me, id, USER_DISPLAY);
	impostor_queue(&p, &check);
	if ((err = rt_pipe_end(&p)) || (err = rate_limit_check(rt, &limit)) ||
	    (err = impostor_read(rt, a, &check)))
		return err;
	*problem = impostor_problem(a, &check);
	if (me.display && strcmp(me.display, display) == 0)
		*problem = NULL;
	return *problem ? RT_TAKEN : RT_OK;
}

/*
 * The entries are written first: without the display name they have no effect,
 * but without them a search would not find it.
 */
static enum rt_err display_name_set(struct rt *rt, struct arena *a,
				    uint64_t id, const struct rt_names *names,
				    const char **before)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	name_index_list(&p, names, id);
	wait_replicas_then(&p);
	rt_pipe_str(&p, before, "EVAL %s 1 " KEY_USER " display %s",
		    USER_FIELD_SET_LUA, id, names->display);
	if ((err = rt_pipe_end(&p)))
		return err;
	return *before ? RT_OK : RT_NOT_FOUND;
}

static enum rt_err display_name_drop(struct rt *rt, struct arena *a,
				     uint64_t id, const struct rt_names *old,
				     const struct rt_names *kept)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	name_index_unlist(&p, old, id, kept);
	return rt_pipe_end(&p);
}

enum rt_err rt_set_display_name(struct rt *rt, struct arena *a,
				const struct rt_user *me, const char *display,
				const char **problem)
{
	struct rt_names names = { .name = me->name, .display = display };
	struct rt_names old = { .name = me->name };
	enum rt_err err;

	if ((err = display_name_check(rt, a, me->id, display, problem)))
		return err;
	err = display_name_set(rt, a, me->id, &names, &old.display);
	if (!err)
		return display_name_drop(rt, a, me->id, &old, &names);
	if (err == RT_NOT_FOUND)
		display_name_drop(rt, a, me->id, &names, NULL);
	return err;
}
