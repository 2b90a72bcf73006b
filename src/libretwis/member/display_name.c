#include "libretwis/member/display_name.h"

#include <string.h>

#include "base/utf8.h"
#include "libretwis/member/display_name_set.lua.h"
#include "libretwis/member/rate_limit.h"
#include "redis/ids.h"
#include "redis/wait_replicas.h"
#include "schema/key.h"

void display_name_queue(struct rt_pipe *p, struct rt_names *c, uint64_t id)
{
	rt_pipe_strs(p, c->field, 2, "HMGET " KEY_USER " username display",
		     id);
}

/* ---- entries for the search -------------------------------------------- */

struct display_name_entries display_name_entries(struct arena *a,
						 const char *display,
						 uint64_t id)
{
	const char *word = display ? utf8_fold(a, display) : "";
	struct display_name_entries e = { .n = 0 };

	while (*word && e.n < DISPLAY_NAME_WORDS) {
		e.v[e.n++] = arena_printf(a, MEMBER_ENTRY, word, id);
		word += strcspn(word, " ");
		word += strspn(word, " ");
	}
	return e;
}

static bool display_name_entries_have(const struct display_name_entries *e,
				      const char *entry)
{
	for (size_t i = 0; i < e->n; i++)
		if (strcmp(e->v[i], entry) == 0)
			return true;
	return false;
}

static bool display_name_is_name(struct arena *a, const char *name,
				 uint64_t id, const char *entry)
{
	return strcmp(arena_printf(a, MEMBER_ENTRY, rt_name_fold(a, name), id),
		      entry) == 0;
}

bool display_name_has_entry(struct arena *a, const struct rt_names *c,
			    uint64_t id, const char *entry)
{
	struct display_name_entries e =
		display_name_entries(a, c->display, id);

	return display_name_is_name(a, c->name, id, entry) ||
	       display_name_entries_have(&e, entry);
}

void display_name_list(struct rt_pipe *p, const char *display, uint64_t id)
{
	struct display_name_entries e =
		display_name_entries(p->a, display, id);

	for (size_t i = 0; i < e.n; i++)
		rt_pipe(p, "ZADD " KEY_MEMBERS " 0 %s", e.v[i]);
}

/*
 * If the user name and the display name have the same lower-case letters, they
 * share one entry, which stays.
 */
void display_name_unlist(struct rt_pipe *p, const struct rt_names *c,
			 uint64_t id, const char *but)
{
	struct display_name_entries e =
		display_name_entries(p->a, c->display, id);
	struct display_name_entries kept = display_name_entries(p->a, but, id);

	for (size_t i = 0; i < e.n; i++)
		if (!display_name_is_name(p->a, c->name, id, e.v[i]) &&
		    !display_name_entries_have(&kept, e.v[i]))
			rt_pipe(p, "ZREM " KEY_MEMBERS " %s", e.v[i]);
}

/* ---- changing it ------------------------------------------------------- */

/*
 * The entries are written first: without the display name they have no effect,
 * but without them a search would not find it.
 */
static enum rt_err display_name_set(struct rt *rt, struct arena *a,
				    uint64_t id, const char *display,
				    const char **before)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	display_name_list(&p, display, id);
	wait_replicas_then(&p);
	rt_pipe_str(&p, before, "EVAL %s 1 " KEY_USER " %s",
		    DISPLAY_NAME_SET_LUA, id, display);
	if ((err = rt_pipe_end(&p)))
		return err;
	return *before ? RT_OK : RT_NOT_FOUND;
}

static enum rt_err display_name_drop(struct rt *rt, struct arena *a,
				     uint64_t id, const struct rt_names *old,
				     const char *but)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	display_name_unlist(&p, old, id, but);
	return rt_pipe_end(&p);
}

enum rt_err rt_set_display_name(struct rt *rt, struct arena *a,
				const struct rt_user *me, const char *display)
{
	struct rt_names old = { .name = me->name };
	struct rt_pipe p;
	struct rate_limit limit;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	rate_limit_queue_member(&p, &limit, RT_RATE_POST, me->id);
	if ((err = rt_pipe_end(&p)) || (err = rate_limit_check(rt, &limit)))
		return err;
	err = display_name_set(rt, a, me->id, display, &old.display);
	if (!err)
		return display_name_drop(rt, a, me->id, &old, display);
	old.display = display;
	if (err == RT_NOT_FOUND)
		display_name_drop(rt, a, me->id, &old, "");
	return err;
}
