/* A step of an import; private to libretwis. */
#ifndef IMPORT_FOLLOWS_H
#define IMPORT_FOLLOWS_H

#include "admin/older/import_step.h"

/*
 * Who follows whom; and since when each member has been here, which their posts
 * tell.
 */
enum rt_err import_follows(struct import *b);

#endif
