#include "redis/ask_server.h"

#include "base/fiber.h"
#include "redis/async_connection.h"
#include "redis/command.h"

struct server {
	struct async_connection *wire; /* NULL: it has hung up */
	unsigned timeout_ms;
	struct command command;
	struct fiber *waits; /* for the reply; or NULL */
	const redisReply *reply;
};

static void server_tell(struct server *s, const redisReply *reply)
{
	s->reply = reply;
	if (s->waits)
		fiber_wake(s->waits);
	s->waits = NULL;
}

static bool server_on_reply(void *who, const redisReply *reply)
{
	struct server *s = who;
	bool was_asked = s->waits;

	server_tell(s, reply);
	return was_asked;
}

static void server_on_lost(void *who)
{
	struct server *s = who;

	s->wire = NULL;
	if (s->waits)
		server_tell(s, NULL);
}

struct server *server_open(const struct address *a,
			   const struct address_end *end, unsigned timeout_ms,
			   struct arena *into)
{
	static const struct async_connection_events events = {
		.reply = server_on_reply, .lost = server_on_lost
	};
	struct server *s = arena_alloc(into, sizeof *s);

	*s = (struct server){ .timeout_ms = timeout_ms };
	s->wire = async_connection_open_end(
		a, end, true, fiber_base(fiber_now()), into, &events, s);
	return s->wire ? s : NULL;
}

void server_close(struct server *s)
{
	if (s->wire)
		async_connection_close(s->wire);
	command_free(&s->command);
}

const redisReply *server_ask(struct server *s, const char *format, ...)
{
	va_list args;

	s->reply = NULL;
	command_clear(&s->command);
	va_start(args, format);
	if (s->wire && command_format(&s->command, format, args)) {
		async_connection_send(s->wire, s->command.text,
				      s->command.len);
		s->waits = fiber_now();
		fiber_wait((int)s->timeout_ms);
		s->waits = NULL;
	}
	va_end(args);
	return s->reply;
}

bool server_has_hung_up(const struct server *s)
{
	return !s->wire;
}
