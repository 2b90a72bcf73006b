#include "view/view_avatar.h"

#include "base/utf8.h"

#define HUES 8 /* .f0 to .f7 in static/style.css */

/* The first letter; of a name without letters, what it begins with. */
static const char *face_initial(struct arena *a, const char *called)
{
	const char *at = called;

	while (*at && !utf8_is_letter(utf8_at(at)))
		at += utf8_step(at);
	at = *at ? at : called;
	return arena_strndup(a, at, utf8_step(at));
}

void view_avatar(struct arena *a, struct tpl *t, uint64_t id, const char *name,
		 const char *display)
{
	tpl_set_int(t, "HUE", (long long)(id % HUES));
	tpl_set(t, "INITIAL",
		display ? face_initial(a, display)
			: arena_strndup(a, name, utf8_step(name)));
}
