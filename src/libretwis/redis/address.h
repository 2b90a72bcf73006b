/*
 * Where a Redis is: unix:PATH or tcp://[user:password@]host:port, with a host
 * such as [::1] for IPv6.
 */
#ifndef ADDRESS_H
#define ADDRESS_H

#include <hiredis/hiredis.h>
#include <stdbool.h>

/* Whether the text has one of the two forms. */
bool rt_address_ok(const char *address);

/* Whether something listens there.  Waits `timeout_ms` at most. */
bool rt_address_answers(const char *address, unsigned timeout_ms);

/*
 * Connects, with the time-out for connecting and for every later answer, and
 * signs in where the address holds a password.  NULL if any of this fails;
 * then a line on stderr names the reason, and never the password.
 */
redisContext *rt_address_connect(const char *address, unsigned timeout_ms);

/*
 * Begins to connect, for wire.c.  Where the address holds a password, it stands
 * ready to be sent, and `signs_in` says that the first reply answers it.  NULL,
 * with such a line, where that fails at once.  Does not wait, but once for the
 * name of a host (lookup.h).
 */
redisContext *rt_address_begin(const char *address, bool *signs_in);

#endif
