/*
 * Faces: a round initial for each member, in a colour of the member's own.
 *
 * Nobody has to recognize anybody by them: the name stands beside each face,
 * and a screen reader passes it over.
 */
#ifndef VIEW_AVATAR_H
#define VIEW_AVATAR_H

#include "libretwis/retwis.h"
#include "view/tpl.h"

/*
 * Sets the HUE and the INITIAL of that member at this place of a template: that
 * of the display name, if there is one.
 */
void view_avatar(struct arena *a, struct tpl *t, uint64_t id, const char *name,
		 const char *display);

#endif
