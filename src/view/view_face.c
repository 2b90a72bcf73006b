#include "view/view_face.h"

#include "base/utf8.h"
#include "view/view_pictures.h"

#define SMALL "-72.webp"
#define LARGE "-288.webp"

#define HUES 8 /* .f0 to .f7 in static/style.css */

/* The first letter, or the first character of a name without letters. */
static const char *face_initial(struct arena *a, const struct rt_names *names)
{
	const char *display = names->display, *at = display;

	if (!display)
		return arena_strndup(a, names->name, utf8_step(names->name));
	while (*at && !utf8_is_letter(utf8_at(at)))
		at += utf8_step(at);
	at = *at ? at : display;
	return arena_strndup(a, at, utf8_step(at));
}

static void show_initial(struct arena *a, struct tpl *t, uint64_t id,
			 const struct rt_names *names)
{
	tpl_set_int(t, "HUE", (long long)(id % HUES));
	tpl_set(t, "INITIAL", face_initial(a, names));
}

void view_face(struct arena *a, struct tpl *t, uint64_t id,
	       const struct rt_names *names)
{
	t = tpl_include(t, "FACE", "face.tpl");
	if (!names->face) {
		show_initial(a, tpl_section(t, "LETTER"), id, names);
		return;
	}
	t = tpl_section(t, "PICTURE");
	tpl_set(t, "SMALL", view_picture_path(a, names->face, SMALL));
	tpl_set(t, "LARGE", view_picture_path(a, names->face, LARGE));
}

void view_large_face(struct arena *a, struct tpl *t, uint64_t id,
		     const struct rt_names *names)
{
	t = tpl_include(t, "FACE", "face.tpl");
	if (names->face)
		tpl_set(tpl_section(t, "LARGE_PICTURE"), "LARGE",
			view_picture_path(a, names->face, LARGE));
	else
		show_initial(a, tpl_section(t, "LARGE_LETTER"), id, names);
}
