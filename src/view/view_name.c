#include "view/view_name.h"

void view_display(struct tpl *t, const char *display)
{
	if (display)
		tpl_set(tpl_section(t, "CALLED"), "DISPLAY", display);
}

void view_name(struct tpl *t, const char *name, const char *display)
{
	view_display(t, display);
	tpl_set(t, "NAME", name);
}

const char *view_name_text(struct arena *a, const char *name,
			   const char *display)
{
	return display ? arena_printf(a, "%s @%s", display, name)
		       : arena_printf(a, "@%s", name);
}
