/* A step of an import; private to libretwis. */
#ifndef BRING_POSTS_H
#define BRING_POSTS_H

#include "libretwis/older/bring.h"

/*
 * Stores the posts, and puts them into their lists; goes on where an earlier
 * import was cut off.
 */
enum rt_err bring_posts(struct bring *b);

#endif
