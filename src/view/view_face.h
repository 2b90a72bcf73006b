/* The face of a member, which is shown next to the names. */
#ifndef VIEW_FACE_H
#define VIEW_FACE_H

#include "libretwis/retwis.h"
#include "view/tpl.h"

/*
 * Includes FACE: the member's picture, cut to a circle; or, for those without
 * one, their initial, that of the display name if there is one, in a colour of
 * the member's own.  Nobody has to recognize anybody by it: the name is always
 * next to it, and screen readers skip the face.
 */
void view_face(struct arena *a, struct tpl *t, uint64_t id,
	       const struct rt_names *names);

/* The same in the size of the profile; the picture leads to its large file. */
void view_large_face(struct arena *a, struct tpl *t, uint64_t id,
		     const struct rt_names *names);

#endif
