/* What Redis allows the library to do, according to conf/redis.acl. */
#ifndef RIGHTS_H
#define RIGHTS_H

#include <hiredis/hiredis.h>

#include "unit.h"

/*
 * The library's user may not use that command until it gets the right back.
 * Until then, denials in the log are what the test has asked for.
 */
void rights_take(const char *command);
void rights_give_back(const char *command);

/*
 * Whether a command was denied, or had keys in two slots: each is reported. A
 * wrong password does not count.
 */
bool rights_were_missing(redisContext *link);

/* The library's user according to the settings: "" for the default user. */
const char *rights_user(void);

#endif
