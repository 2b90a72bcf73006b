#include "redis/server.h"

#include <string.h>

#include "base/digits.h"
#include "base/fiber.h"
#include "base/prefix.h"
#include "redis/async_connection.h"
#include "redis/command.h"

struct server {
	struct async_connection *connection; /* NULL: closed */
	unsigned timeout_ms;
	struct command command;
	struct fiber *waiter; /* the fiber that waits for the reply; or NULL */
	const redisReply *reply;
};

static void server_deliver(struct server *s, const redisReply *reply)
{
	s->reply = reply;
	if (s->waiter)
		fiber_wake(s->waiter);
	s->waiter = NULL;
}

static bool server_on_reply(void *who, const redisReply *reply)
{
	struct server *s = who;
	bool was_asked = s->waiter;

	server_deliver(s, reply);
	return was_asked;
}

static void server_on_lost(void *who)
{
	struct server *s = who;

	s->connection = NULL;
	if (s->waiter)
		server_deliver(s, NULL);
}

struct server *server_open(const struct address *a,
			   const struct address_end *end, unsigned timeout_ms,
			   struct arena *into)
{
	static const struct async_connection_events events = {
		.on_reply = server_on_reply, .on_lost = server_on_lost
	};
	struct server *s = arena_alloc(into, sizeof *s);

	*s = (struct server){ .timeout_ms = timeout_ms };
	s->connection = async_connection_open_end(
		a, end, true, fiber_base(fiber_now()), into, &events, s);
	return s->connection ? s : NULL;
}

void server_close(struct server *s)
{
	if (s->connection)
		async_connection_close(s->connection);
	command_free(&s->command);
}

const redisReply *server_query(struct server *s, const char *format, ...)
{
	va_list args;

	s->reply = NULL;
	command_clear(&s->command);
	va_start(args, format);
	if (s->connection && command_format(&s->command, format, args)) {
		async_connection_send(s->connection, s->command.text,
				      s->command.len);
		s->waiter = fiber_now();
		fiber_wait((int)s->timeout_ms);
		s->waiter = NULL;
	}
	va_end(args);
	return s->reply;
}

bool server_has_hung_up(const struct server *s)
{
	return !s->connection;
}

/* ---- INFO ----------------------------------------------------------- */

const char *info_field(const char *info, const char *name)
{
	for (const char *at = info; at && *at; at += strcspn(at, "\n")) {
		const char *value;

		at += *at == '\n';
		value = text_after(at, name);
		if (value && *value == ':')
			return value + 1;
	}
	return NULL;
}

uint64_t info_number(const char *info, const char *name)
{
	const char *value = info_field(info, name);
	uint64_t number = 0;

	if (value)
		digits_read(&value, &number);
	return number;
}
