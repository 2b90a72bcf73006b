/* A step of an import; private to libretwis. */
#ifndef IMPORT_POSTS_H
#define IMPORT_POSTS_H

#include "admin/older/import_step.h"

/*
 * Stores the posts, and puts them into their lists; goes on where an earlier
 * import was cut off.
 */
enum rt_err import_posts(struct import *b);

#endif
