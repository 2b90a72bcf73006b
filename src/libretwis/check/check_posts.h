/*
 * Posts: each is whole, knows its numbers, and is known to what it is about;
 * private to libretwis.
 */
#ifndef CHECK_POSTS_H
#define CHECK_POSTS_H

#include "libretwis/check/look.h"

enum rt_err look_posts(struct check *c, const struct subject *v, size_t n);

#endif
