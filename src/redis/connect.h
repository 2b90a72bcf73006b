/* Connecting to a server, and looking up its host name. */
#ifndef CONNECT_H
#define CONNECT_H

#include <hiredis/hiredis.h>
#include <stdbool.h>

struct address_end;

/*
 * Starts to connect without blocking, apart from the first lookup of a host
 * name (see below).  Returns NULL, or a context with an error, if that fails at
 * once.
 */
redisContext *connect_begin(const struct address_end *end);

/* Once the socket is writable: 0, or the errno for which connecting failed. */
int connect_error(const redisContext *context);

/*
 * Whether a server accepts connections at this endpoint, or at one of those of
 * an address.  It waits up to `timeout_ms` for each.  Call it only in a fiber.
 */
bool connect_answers(const char *address, unsigned timeout_ms);
bool connect_end_answers(const struct address_end *end, unsigned timeout_ms);

/* ---- host names ---------------------------------------------------------- */

#define CONNECT_IP_MAX 64 /* bytes, with the NUL and the scope of a link */

/*
 * Writes the IP address of a host, IPv4 if it has one.  Returns false, with an
 * empty text, while none is known; a line on stderr then gives the reason.
 *
 * When a name server is down, a lookup takes many seconds, and no visitor can
 * wait for it, least of all those whose connection exists already.  So only the
 * first lookup of a name in a process blocks.  Later calls return the address
 * of the last lookup.  If that is a second old or more, a thread looks the name
 * up again for the next call, so a Redis that has moved is found at the second
 * attempt.
 *
 * Names are kept as long as the process lives, so use it only for those in the
 * settings.
 */
bool connect_lookup(const char *host, char ip[CONNECT_IP_MAX]);

#endif
