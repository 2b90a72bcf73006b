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

/*
 * Whether something listens there, at one of its ends or at this one.  Waits
 * `timeout_ms` for each end.  Only in a fiber.
 */
bool dial_answers(const char *address, unsigned timeout_ms);
bool dial_end_answers(const struct address_end *end, unsigned timeout_ms);

#endif
