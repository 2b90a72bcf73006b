/*
 * Commands to one particular server over a connection of its own, and reading
 * what INFO replies.  The checks of a configuration use it to find out what an
 * address leads to.
 */
#ifndef SERVER_H
#define SERVER_H

#include <hiredis/hiredis.h>
#include <stdbool.h>
#include <stdint.h>

struct address;
struct address_end;
struct arena;
struct server;

/*
 * Connects, and authenticates with the credentials of the address.  The server
 * may reject these, since they may be meant for another server; that is no
 * error here.  Returns NULL, after a line on stderr, if it cannot connect.
 * Call all of these only in a fiber.
 */
struct server *server_open(const struct address *a,
			   const struct address_end *end, unsigned timeout_ms,
			   struct arena *into);
void server_close(struct server *s);

/*
 * Sends one command and waits for its reply, which lives in `into`.  Returns
 * NULL after the time-out, or if the server has closed the connection.
 */
__attribute__((format(printf, 2, 3))) const redisReply *server_query(
	struct server *s, const char *format, ...);

bool server_has_hung_up(const struct server *s);

/* ---- INFO ---------------------------------------------------------------- */

/*
 * The reply to INFO consists of lines "name:value".  Returns a pointer to the
 * value of that name, which is followed by all later lines; NULL if there is no
 * such line.
 */
const char *info_field(const char *info, const char *name);

/* The same value as a number, or 0 if it is not one. */
uint64_t info_number(const char *info, const char *name);

#endif
