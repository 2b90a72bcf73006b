#include "web/view_face.h"

#include "libretwis/base/utf8.h"

#define HUES 8 /* .f0 to .f7 in static/style.css */

void view_face(struct arena *a, struct tpl *t, uint64_t id, const char *name)
{
	tpl_set_int(t, "HUE", (long long)(id % HUES));
	tpl_set(t, "INITIAL", arena_strndup(a, name, utf8_step(name)));
}
