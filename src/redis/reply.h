/*
 * Replies of Redis; private to libretwis.  The parser of hiredis builds them in
 * the arena of the request that asked, so that nobody frees them, and their
 * strings can be handed out without a copy.
 */
#ifndef REPLY_H
#define REPLY_H

#include <hiredis/hiredis.h>

#include "base/arena.h"

/* Once for a new connection. */
void reply_setup(redisContext *link);

/* Before reading: says where the next replies go. */
void reply_into(redisContext *link, struct arena *a);

#endif
