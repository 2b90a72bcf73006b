/* A text as a QR code (ISO/IEC 18004), for the camera of a phone. */
#ifndef VIEW_QR_H
#define VIEW_QR_H

#include "view/tpl.h"

/*
 * Adds the section QR with SIDE and PATH for an SVG, in which a module is one
 * unit wide, with a margin of four as the standard requires.  Adds nothing if
 * the text is too long for a code.
 */
void view_qr(struct arena *a, struct tpl *t, const char *text);

#endif
