/* Connecting to what an address names; private to libretwis. */
#ifndef CONNECT_H
#define CONNECT_H

#include <hiredis/hiredis.h>
#include <stdbool.h>

struct address;
struct address_end;

/* Whether something listens there.  Waits `timeout_ms` for each end. */
bool dial_answers(const char *address, unsigned timeout_ms);

bool dial_end_answers(const struct address_end *end, unsigned timeout_ms);

/*
 * Connects, with the time-out for connecting and for every later answer, and
 * signs in where the address holds a login.  If it names several servers,
 * the right one is found first (find_master.h), within the same time-out or little
 * more.  NULL if any of this fails; then a line on stderr names the reason, and
 * never the password.
 */
redisContext *dial(const char *address, unsigned timeout_ms);

/*
 * The same for this end, with the login of the address.  The password may be
 * refused, since it is meant for another server.
 */
redisContext *dial_bare(const struct address *a, const struct address_end *end,
			unsigned timeout_ms);

/*
 * Begins to connect, for async_connection.c.  Where the address holds a login, it stands
 * ready to be sent, and `signs_in` says that the first reply answers it.  NULL,
 * with such a line, where that fails at once.  Does not wait, but once for the
 * name of a host (lookup.h).
 */
redisContext *dial_begin(const struct address *a,
			 const struct address_end *end, bool *signs_in);

#endif
