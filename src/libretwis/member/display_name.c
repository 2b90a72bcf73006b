#include "libretwis/member/display_name.h"

#include <string.h>

#include "base/utf8.h"
#include "redis/ids.h"
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
