/* What Redis lets the library do, by conf/redis.acl. */
#ifndef RIGHTS_H
#define RIGHTS_H

#include <hiredis/hiredis.h>

#include "unit.h"

/*
 * The user that the library is may not use that command until it gets the right
 * back.  What Redis has denied by then is what the test has asked for.
 */
void rights_take(const char *command);
void rights_give_back(const char *command);

/*
 * Whether a command was denied, or had keys of two slots: each is told.  A
 * password that was wrong is something else.
 */
bool rights_were_missing(redisContext *link);

/* Who the library is, by the settings: "" for the default user. */
const char *rights_user(void);

#endif
