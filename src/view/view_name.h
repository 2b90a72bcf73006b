/*
 * How a member is called: the display name, if there is one, and always the
 * name, which nobody else can have.
 */
#ifndef VIEW_NAME_H
#define VIEW_NAME_H

#include "libretwis/retwis.h"
#include "view/tpl.h"

/* Sets the NAME; and a section CALLED with the DISPLAY name. */
void view_name(struct tpl *t, const char *name, const char *display);

/* The section alone. */
void view_display(struct tpl *t, const char *display);

/* In plain text, as in titles: "Anna Berger @anna". */
const char *view_name_text(struct arena *a, const char *name,
			   const char *display);

#endif
