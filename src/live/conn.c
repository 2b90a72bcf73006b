#include "live/conn.h"

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/listener.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "base/clock.h"

#define OUT_MAX   2048 /* bytes that may wait for a client */
#define KERNEL    4096 /* bytes in the kernel, which doubles it */
#define RETRY_MS  1000
#define RETRY_ADD 3000

/* ---- phases ------------------------------------------------------------ */

void conn_join(struct conn *c, struct streams *streams)
{
	c->streams = streams;
	TAILQ_INSERT_TAIL(&streams->list, c, of_member);
	streams->n++;
	c->all->open[c->request.list]++;
}

static void conn_unlink(struct conn *c)
{
	if (!c->streams)
		return;
	TAILQ_REMOVE(&c->streams->list, c, of_member);
	c->streams->n--;
	c->all->open[c->request.list]--;
	c->streams = NULL;
}

static void conn_set_phase(struct conn *c, enum phase phase)
{
	struct conns *all = c->all;

	TAILQ_REMOVE(&all->in[c->phase], c, by_time);
	c->phase = phase;
	c->time = clock_ms();
	TAILQ_INSERT_TAIL(&all->in[phase], c, by_time);
}

static void conn_drop(struct conn *c)
{
	struct conns *all = c->all;

	conn_unlink(c);
	TAILQ_REMOVE(&all->in[c->phase], c, by_time);
	bufferevent_free(c->io);
	free(c->request.secret);
	free(c);
	if (--all->n == 0 && all->stopping)
		event_base_loopbreak(all->base);
}

/* Closes the connection once everything has been written. */
static void conn_finish(struct conn *c)
{
	conn_unlink(c);
	if (evbuffer_get_length(bufferevent_get_output(c->io)))
		conn_set_phase(c, CLOSING);
	else
		conn_drop(c);
}

/* ---- writing ----------------------------------------------------------- */

bool conn_write(struct conn *c, const char *text, size_t len)
{
	struct evbuffer *out = bufferevent_get_output(c->io);

	if (evbuffer_get_length(out) + len > OUT_MAX ||
	    bufferevent_write(c->io, text, len) != 0) {
		conn_drop(c);
		return false;
	}
	conn_set_phase(c, c->phase);
	return true;
}

/*
 * The delay is random, so that pages which are disconnected together don't all
 * connect again at the same moment.
 */
static bool conn_send_head(struct conn *c)
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

static const char *conn_reason(int status)
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
			   status, conn_reason(status));

	if (conn_write(c, text, (size_t)len))
		conn_finish(c);
}

bool conn_stream(struct conn *c)
{
	conn_set_phase(c, STREAMING);
	return conn_send_head(c);
}

void conn_end(struct conn *c)
{
	static const char text[] = "event: end\ndata: signed out\n\n";

	if (c->phase != STREAMING && !conn_stream(c))
		return;
	if (conn_write(c, text, strlen(text)))
		conn_finish(c);
}

static void conn_dismiss(struct conn *c)
{
	if (c->phase == STREAMING || conn_send_head(c))
		conn_finish(c);
}

/* ---- reading ----------------------------------------------------------- */

/*
 * A page for which there is no room is refused, so that it doesn't wait in
 * vain.  That happens only after its request has been read: otherwise a web
 * server would not read the answer.
 */
static void conn_answer(struct conn *c, int status)
{
	if (status != 200) {
		conn_refuse(c, status);
	} else if (!*c->request.secret) {
		conn_end(c);
	} else if (c->all->n > c->all->max) {
		conn_refuse(c, 503);
	} else if (c->all->stopping) {
		conn_dismiss(c);
	} else {
		conn_set_phase(c, WAITING);
		c->all->on_waiting(c->all->who);
	}
}

static void conn_on_read(struct bufferevent *io, void *arg)
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
	if (end.pos < 0 && len < LIVE_REQUEST_MAX)
		return;
	if (end.pos >= 0)
		status = live_request_read(
			&c->all->memory, c->all->proxies,
			(char *)evbuffer_pullup(in, end.pos + 4),
			(size_t)end.pos, &c->request);
	arena_reset(&c->all->memory);
	evbuffer_drain(in, len);
	conn_answer(c, status);
}

static void conn_on_written(struct bufferevent *io, void *arg)
{
	struct conn *c = arg;

	(void)io;
	if (c->phase == CLOSING)
		conn_drop(c);
}

static void conn_on_event(struct bufferevent *io, short events, void *arg)
{
	(void)io;
	(void)events;
	conn_drop(arg);
}

/* ---- from beginning to end --------------------------------------------- */

static void conn_new(struct conns *all, int fd)
{
	struct conn *c = calloc(1, sizeof *c);
	int size = KERNEL;

	if (!c)
		abort();
	setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
	c->all = all;
	c->time = clock_ms();
	c->io = bufferevent_socket_new(all->base, fd, BEV_OPT_CLOSE_ON_FREE);
	if (!c->io)
		abort();
	TAILQ_INSERT_TAIL(&all->in[READING], c, by_time);
	bufferevent_setcb(c->io, conn_on_read, conn_on_written, conn_on_event,
			  c);
	bufferevent_setwatermark(c->io, EV_READ, 0, LIVE_REQUEST_MAX);
	bufferevent_enable(c->io, EV_READ);
	all->n++;
}

/*
 * A comment keeps the stream open, and shows whether the client has vanished:
 * then what was written before is still in the buffer, or the write fails.
 */
static void conn_comment(struct conn *c)
{
	if (evbuffer_get_length(bufferevent_get_output(c->io)))
		conn_drop(c);
	else
		conn_write(c, ":\n\n", 3);
}

static void conn_expire(struct conn *c)
{
	switch (c->phase) {
	case WAITING:
		conn_refuse(c, 503);
		break;
	case STREAMING:
		conn_comment(c);
		break;
	default:
		conn_drop(c);
	}
}

/* ---- all connections --------------------------------------------------- */

#define STOP_MS 1000

/* How long a connection may be in its phase while nothing is written to it. */
static const int64_t timeout_ms[PHASES] = {
	[READING] = 10000,
	[WAITING] = 5000,
	[STREAMING] = QUIET_MS,
	[CLOSING] = 5000,
};

/* ---- accepting --------------------------------------------------------- */

static void conns_on_accept(struct evconnlistener *listener,
			    evutil_socket_t fd, struct sockaddr *from, int len,
			    void *arg)
{
	(void)listener;
	(void)from;
	(void)len;
	conn_new(arg, fd);
}

/*
 * The process has no more file descriptors: we accept nothing until the next
 * tick.
 */
static void conns_on_accept_error(struct evconnlistener *listener, void *arg)
{
	(void)arg;
	evconnlistener_disable(listener);
}

bool conns_open(struct conns *all, int fd)
{
	for (int i = 0; i < PHASES; i++)
		TAILQ_INIT(&all->in[i]);
	evutil_make_socket_nonblocking(fd);
	all->listener = evconnlistener_new(all->base, conns_on_accept, all,
					   LEV_OPT_CLOSE_ON_EXEC, 0, fd);
	if (!all->listener)
		return false;
	evconnlistener_set_error_cb(all->listener, conns_on_accept_error);
	return true;
}

/* Calls it for all connections of a phase; it may free the connection. */
static void conns_each(struct conns *all, enum phase phase,
		       void (*act)(struct conn *c))
{
	struct conn *c, *next;

	for (c = TAILQ_FIRST(&all->in[phase]); c; c = next) {
		next = TAILQ_NEXT(c, by_time);
		act(c);
	}
}

void conns_close(struct conns *all)
{
	for (int i = 0; i < PHASES; i++)
		conns_each(all, i, conn_drop);
	if (all->listener)
		evconnlistener_free(all->listener);
	arena_free(&all->memory);
}

void conns_stop(struct conns *all)
{
	all->stopping = true;
	all->end = clock_ms() + STOP_MS;
	evconnlistener_disable(all->listener);
	conns_each(all, STREAMING, conn_dismiss);
	conns_each(all, WAITING, conn_dismiss);
	if (all->n == 0)
		event_base_loopbreak(all->base);
}

/* ---- time -------------------------------------------------------------- */

void conns_tick(struct conns *all, int64_t now)
{
	struct conn *c, *next;

	for (int i = 0; i < PHASES; i++)
		for (c = TAILQ_FIRST(&all->in[i]);
		     c && now - c->time >= timeout_ms[i]; c = next) {
			next = TAILQ_NEXT(c, by_time);
			conn_expire(c);
		}
	if (!all->stopping)
		evconnlistener_enable(all->listener);
	else if (now >= all->end)
		event_base_loopbreak(all->base);
}
