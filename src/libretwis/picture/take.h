/* Whether pictures can be taken in; private to libretwis. */
#ifndef TAKE_H
#define TAKE_H

#include "libretwis/pictures.h"

/*
 * Whether the site has pictures, its folder is there and has room, and this
 * member, and all together, may send `size` more bytes today; these count from
 * then on.  Otherwise sets `problem`.  Two round trips, and one more for the
 * site's first picture.
 */
enum rt_err take_allow(struct rt *rt, struct arena *a, uint64_t member,
		       uint64_t size, enum rt_picture_problem *problem);

/* What to say if a file cannot be written for that reason, which is logged. */
enum rt_picture_problem take_disk_problem(const char *folder, int why);

#endif
