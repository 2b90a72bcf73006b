/* Where a Redis is: unix:PATH or tcp://[user:password@]host:port. */
#ifndef ADDRESS_H
#define ADDRESS_H

#include <hiredis/hiredis.h>
#include <stdbool.h>

/* Whether the text has one of the two forms. */
bool rt_address_ok(const char *address);

/*
 * Connects, with the time-out for connecting and for every later answer, and
 * signs in where the address holds a password.  NULL if any of it fails, with
 * a line on stderr that names the reason and never the password.
 */
redisContext *rt_address_connect(const char *address, unsigned timeout_ms);

#endif
