/*
 * Questions to one server, whichever it is, by a connection of their own; only
 * in a fiber.  For --check, which wants to know what an address leads to.
 */
#ifndef ASK_SERVER_H
#define ASK_SERVER_H

#include <hiredis/hiredis.h>
#include <stdbool.h>

struct address;
struct address_end;
struct arena;
struct server;

/*
 * Signs in with the login of the address, which may be refused, since it is
 * meant for another server.  NULL, with a line on stderr, if it cannot connect.
 */
struct server *server_open(const struct address *a,
			   const struct address_end *end, unsigned timeout_ms,
			   struct arena *into);
void server_close(struct server *s);

/* NULL: it has hung up, or none has come in time.  The reply lives in `into`. */
__attribute__((format(printf, 2, 3))) const redisReply *server_ask(
	struct server *s, const char *format, ...);

bool server_has_hung_up(const struct server *s);

#endif
