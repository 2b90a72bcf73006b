/* Connections: who comes in, what is written, who has to go. */
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/listener.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "libretwis/base/clock.h"
#include "live/live.h"

#define OUT_MAX   2048 /* bytes that wait for a client */
#define KERNEL    4096 /* and in the kernel: it takes twice as much */
#define STOP_MS   1000
#define RETRY_MS  1000
#define RETRY_ADD 3000

/* How long a connection may be in its phase without a sign of life. */
static const int64_t patience[PHASES] = {
	[READING] = 10000,
	[WAITING] = 5000,
	[STREAMING] = QUIET_MS,
	[LEAVING] = 5000,
};

/* ---- coming and going -------------------------------------------------- */

static void enter(struct conn *c, enum phase phase)
{
	struct live *live = c->live;

	TAILQ_REMOVE(&live->conns[c->phase], c, by_time);
	c->phase = phase;
	c->time = clock_ms();
	TAILQ_INSERT_TAIL(&live->conns[phase], c, by_time);
}

static void drop(struct conn *c)
{
	struct live *live = c->live;

	if (c->member)
		member_leave(c);
	TAILQ_REMOVE(&live->conns[c->phase], c, by_time);
	bufferevent_free(c->io);
	free(c->ask.secret);
	free(c);
	if (--live->n == 0 && live->stopping)
		event_base_loopbreak(live->base);
}

/* Hangs up once all is written. */
static void leave(struct conn *c)
{
	if (c->member)
		member_leave(c);
	if (evbuffer_get_length(bufferevent_get_output(c->io)))
		enter(c, LEAVING);
	else
		drop(c);
}

/* ---- writing ----------------------------------------------------------- */

bool conn_write(struct conn *c, const char *text, size_t len)
{
	struct evbuffer *out = bufferevent_get_output(c->io);

	if (evbuffer_get_length(out) + len > OUT_MAX ||
	    bufferevent_write(c->io, text, len) != 0) {
		drop(c);
		return false;
	}
	enter(c, c->phase);
	return true;
}

/* Not all at the same moment, when they have lost us together. */
static bool write_greeting(struct conn *c)
{
	char text[256];
	int len = snprintf(text, sizeof text,
			   "HTTP/1.1 200 OK\r\n"
			   "Content-Type: text/event-stream\r\n"
			   "Cache-Control: no-store\r\n"
			   "X-Content-Type-Options: nosniff\r\n"
			   "X-Accel-Buffering: no\r\n"
			   "Connection: close\r\n\r\n"
			   "retry: %ld\n\n",
			   RETRY_MS + random() % RETRY_ADD);

	return conn_write(c, text, (size_t)len);
}

static const char *reason(int status)
{
	switch (status) {
	case 400:
		return "Bad Request";
	case 403:
		return "Forbidden";
	case 404:
		return "Not Found";
	case 405:
		return "Method Not Allowed\r\nAllow: GET";
	case 429:
		return "Too Many Requests\r\nRetry-After: 30";
	default:
		return "Service Unavailable\r\nRetry-After: 5";
	}
}

void conn_refuse(struct conn *c, int status)
{
	char text[256];
	int len = snprintf(text, sizeof text,
			   "HTTP/1.1 %d %s\r\n"
			   "Cache-Control: no-store\r\n"
			   "Content-Length: 0\r\n"
			   "Connection: close\r\n\r\n",
			   status, reason(status));

	if (conn_write(c, text, (size_t)len))
		leave(c);
}

bool conn_stream(struct conn *c)
{
	enter(c, STREAMING);
	return write_greeting(c);
}

void conn_end(struct conn *c)
{
	static const char text[] = "event: end\ndata: signed out\n\n";

	if (c->phase != STREAMING && !conn_stream(c))
		return;
	if (conn_write(c, text, strlen(text)))
		leave(c);
}

/* ---- reading ----------------------------------------------------------- */

/*
 * Who is one too many hears so, and does not wait in vain; but not before the
 * request is read, or a web server would not read the answer.
 */
static void answer(struct conn *c, int status)
{
	if (status != 200) {
		conn_refuse(c, status);
	} else if (!*c->ask.secret) {
		conn_end(c);
	} else if (c->live->n > c->live->max) {
		conn_refuse(c, 503);
	} else if (c->live->stopping) {
		if (write_greeting(c))
			leave(c);
	} else {
		enter(c, WAITING);
		look_soon(c->live);
	}
}

static void on_read(struct bufferevent *io, void *arg)
{
	struct conn *c = arg;
	struct evbuffer *in = bufferevent_get_input(io);
	size_t len = evbuffer_get_length(in);
	struct evbuffer_ptr end;
	int status = 400;

	if (c->phase != READING) {
		evbuffer_drain(in, len);
		return;
	}
	end = evbuffer_search(in, "\r\n\r\n", 4, NULL);
	if (end.pos < 0 && len < ASK_MAX)
		return;
	if (end.pos >= 0)
		status = ask_read(&c->live->memory,
				  (char *)evbuffer_pullup(in, end.pos + 4),
				  (size_t)end.pos, &c->ask);
	arena_reset(&c->live->memory);
	evbuffer_drain(in, len);
	answer(c, status);
}

static void on_written(struct bufferevent *io, void *arg)
{
	struct conn *c = arg;

	(void)io;
	if (c->phase == LEAVING)
		drop(c);
}

static void on_event(struct bufferevent *io, short events, void *arg)
{
	(void)io;
	(void)events;
	drop(arg);
}

/* ---- the door ---------------------------------------------------------- */

static void on_accept(struct evconnlistener *door, evutil_socket_t fd,
		      struct sockaddr *from, int len, void *arg)
{
	struct live *live = arg;
	struct conn *c = calloc(1, sizeof *c);
	int size = KERNEL;

	(void)door;
	(void)from;
	(void)len;
	if (!c)
		abort();
	setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
	c->live = live;
	c->time = clock_ms();
	c->io = bufferevent_socket_new(live->base, fd, BEV_OPT_CLOSE_ON_FREE);
	if (!c->io)
		abort();
	TAILQ_INSERT_TAIL(&live->conns[READING], c, by_time);
	bufferevent_setcb(c->io, on_read, on_written, on_event, c);
	bufferevent_setwatermark(c->io, EV_READ, 0, ASK_MAX);
	bufferevent_enable(c->io, EV_READ);
	live->n++;
}

/* No more files for this process: until the next tick nobody comes in. */
static void on_accept_error(struct evconnlistener *door, void *arg)
{
	(void)arg;
	evconnlistener_disable(door);
}

bool conns_open(struct live *live, int fd)
{
	for (int i = 0; i < PHASES; i++)
		TAILQ_INIT(&live->conns[i]);
	evutil_make_socket_nonblocking(fd);
	live->door = evconnlistener_new(live->base, on_accept, live,
					LEV_OPT_CLOSE_ON_EXEC, 0, fd);
	if (!live->door)
		return false;
	evconnlistener_set_error_cb(live->door, on_accept_error);
	return true;
}

void conns_close(struct live *live)
{
	struct conn *c, *next;

	for (int i = 0; i < PHASES; i++)
		for (c = TAILQ_FIRST(&live->conns[i]); c; c = next) {
			next = TAILQ_NEXT(c, by_time);
			drop(c);
		}
	if (live->door)
		evconnlistener_free(live->door);
}

/* ---- time -------------------------------------------------------------- */

/*
 * A comment keeps the stream alive and finds out who has vanished: what was
 * written before is still there, or the answer is an error.
 */
static void comment(struct conn *c)
{
	if (evbuffer_get_length(bufferevent_get_output(c->io)))
		drop(c);
	else
		conn_write(c, ":\n\n", 3);
}

static void expire(struct conn *c)
{
	switch (c->phase) {
	case WAITING:
		conn_refuse(c, 503);
		break;
	case STREAMING:
		comment(c);
		break;
	default:
		drop(c);
	}
}

void conns_tick(struct live *live, int64_t now)
{
	struct conn *c, *next;

	for (int i = 0; i < PHASES; i++)
		for (c = TAILQ_FIRST(&live->conns[i]);
		     c && now - c->time >= patience[i]; c = next) {
			next = TAILQ_NEXT(c, by_time);
			expire(c);
		}
	if (!live->stopping)
		evconnlistener_enable(live->door);
	else if (now >= live->end)
		event_base_loopbreak(live->base);
}

void conns_stop(struct live *live)
{
	struct conn *c, *next;

	live->stopping = true;
	live->end = clock_ms() + STOP_MS;
	evconnlistener_disable(live->door);
	for (c = TAILQ_FIRST(&live->conns[STREAMING]); c; c = next) {
		next = TAILQ_NEXT(c, by_time);
		leave(c);
	}
	for (c = TAILQ_FIRST(&live->conns[WAITING]); c; c = next) {
		next = TAILQ_NEXT(c, by_time);
		enter(c, LEAVING);
		write_greeting(c);
	}
	if (live->n == 0)
		event_base_loopbreak(live->base);
}
