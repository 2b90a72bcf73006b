/* Mending a number of a post; private to libretwis. */
#ifndef MEND_POSTS_H
#define MEND_POSTS_H

#include "libretwis/check/checking.h"
#include "libretwis/post/count.h"

/* Brings it up to date. */
enum rt_err post_recount(struct check *c, enum count what, uint64_t post);

#endif
