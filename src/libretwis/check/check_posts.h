/*
 * Posts: each is whole, knows its numbers, and is known to what it is about;
 * private to libretwis.
 */
#ifndef CHECK_POSTS_H
#define CHECK_POSTS_H

#include "libretwis/check/looking.h"

extern const struct look posts_look;

#endif
