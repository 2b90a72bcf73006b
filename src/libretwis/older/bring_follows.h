/* A step of an import; private to libretwis. */
#ifndef BRING_FOLLOWS_H
#define BRING_FOLLOWS_H

#include "libretwis/older/bring.h"

/*
 * Who follows whom; and since when each member has been here, which their posts
 * tell.
 */
enum rt_err bring_follows(struct bring *b);

#endif
