/* Connecting to a server; private to libretwis. */
#ifndef CONNECT_H
#define CONNECT_H

#include <hiredis/hiredis.h>
#include <stdbool.h>

struct address_end;

/*
 * Begins to connect.  Does not wait, but once for the name of a host
 * (lookup.h).  NULL, or a link with an error, where that fails at once.
 */
redisContext *dial(const struct address_end *end);

/* Once it can be written to: 0, or the errno for which it was not made. */
int dial_error(const redisContext *link);

/*
 * Whether something listens there, at one of its ends or at this one.  Waits
 * `timeout_ms` for each end.  Only in a fiber.
 */
bool dial_answers(const char *address, unsigned timeout_ms);
bool dial_end_answers(const struct address_end *end, unsigned timeout_ms);

#endif
