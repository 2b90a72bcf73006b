/*
 * Replies of Redis, built by hiredis' parser in the arena of the request that
 * asked; private to libretwis.  Nobody frees them, and their strings can be
 * handed out without a copy.
 */
#ifndef REPLY_H
#define REPLY_H

#include <hiredis/hiredis.h>

#include "libretwis/base/arena.h"

/* Once for a new connection. */
void reply_setup(redisContext *link);

/* Before reading: where the next replies go. */
void reply_into(redisContext *link, struct arena *a);

#endif
