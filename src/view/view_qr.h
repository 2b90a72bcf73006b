/* A text as a QR code (ISO/IEC 18004), for the camera of a phone. */
#ifndef VIEW_QR_H
#define VIEW_QR_H

#include "view/tpl.h"

/*
 * The section QR, with SIDE and PATH of an SVG: one unit for each module, and
 * four of them around as the standard has it.  Nothing where the text is too
 * long for a code.
 */
void view_qr(struct arena *a, struct tpl *t, const char *text);

#endif
