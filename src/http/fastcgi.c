#include "http/fastcgi.h"

#include <errno.h>
#include <event2/event.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/fiber.h"
#include "http/fcgi_reader.h"

/*
 * The head of a request comes at once.  A file comes as its sender's network
 * lets it, and nginx ends one that stops for ten seconds.
 */
#define HEAD_PATIENCE_MS 5000
#define BODY_PATIENCE_MS 15000

struct fastcgi {
	int fd;
	struct event *readable;
	const struct fastcgi_events *events;
	void *who;
	struct fiber *reader; /* waits for bytes; or NULL */
	int patience_ms;      /* how long it waits */
	bool has_news;        /* bytes, or the end, since somebody looked */
	bool is_busy;         /* a fiber has it in hand */
	bool is_ending;
	bool is_streaming;
	bool was_used; /* for a request */
};

static bool fastcgi_wait_readable(void *who)
{
	struct fastcgi *f = who;
	bool is_readable;

	f->reader = fiber_now();
	is_readable = fiber_wait(f->patience_ms);
	f->reader = NULL;
	return is_readable;
}

/* False at the end of the connection. */
static bool fastcgi_serve(struct fastcgi *f, struct fcgi_reader *request)
{
	struct arena memory = { 0 };
	bool goes_on;

	f->patience_ms = HEAD_PATIENCE_MS;
	goes_on = fcgi_next(request, &memory);
	if (goes_on) {
		f->patience_ms = BODY_PATIENCE_MS;
		f->was_used = true;
		f->is_streaming = false;
		goes_on = f->events->serve(f->who, &memory, request) &&
			  fcgi_finish(request) && !f->is_ending;
	}
	arena_free(&memory);
	return goes_on;
}

/* Then each write fails, and one that waits does so at once. */
static void fastcgi_cut(struct fastcgi *f)
{
	shutdown(f->fd, SHUT_RDWR);
}

void fastcgi_stream(void)
{
	struct fastcgi *f = fiber_arg(fiber_now());

	f->is_streaming = true;
	if (f->is_ending)
		fastcgi_cut(f);
}

static void fastcgi_close(struct fastcgi *f)
{
	event_free(f->readable);
	close(f->fd);
	f->events->closed(f->who, f);
	free(f);
}

/* Nothing of another request has come.  Mostly we know without asking. */
static bool fastcgi_is_quiet(const struct fastcgi *f,
			     const struct fcgi_reader *r)
{
	char byte;

	if (fcgi_has_more(r))
		return false;
	return (!f->has_news && !fcgi_was_filled(r)) ||
	       (recv(f->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) < 0 &&
		errno == EAGAIN);
}

/* While nothing comes a connection has neither a fiber nor a buffer. */
static void fastcgi_run(void *arg)
{
	struct fastcgi *f = arg;
	struct fcgi_reader reader;
	bool goes_on;

	fcgi_open(&reader, f->fd, fastcgi_wait_readable, f);
	f->is_busy = true;
	do {
		f->has_news = false;
		goes_on = fastcgi_serve(f, &reader);
	} while (goes_on && !fastcgi_is_quiet(f, &reader));
	f->is_busy = false;
	if (!goes_on)
		fastcgi_close(f);
}

/* Edge-triggered: once for all that has come, so the kernel is told once. */
static void fastcgi_on_readable(evutil_socket_t fd, short events, void *arg)
{
	struct fastcgi *f = arg;

	(void)fd;
	(void)events;
	if (f->reader)
		fiber_wake(f->reader);
	else if (f->is_busy)
		f->has_news = true;
	else
		fiber_start(event_get_base(f->readable), fastcgi_run, f);
}

struct fastcgi *fastcgi_open(struct event_base *base, int fd,
			     const struct fastcgi_events *events, void *who)
{
	struct fastcgi *f = calloc(1, sizeof *f);

	if (!f)
		abort();
	f->fd = fd;
	f->events = events;
	f->who = who;
	f->readable = event_new(base, fd, EV_READ | EV_PERSIST | EV_ET,
				fastcgi_on_readable, f);
	if (!f->readable || event_add(f->readable, NULL) != 0)
		abort();
	return f;
}

void fastcgi_end(struct fastcgi *f)
{
	f->is_ending = true;
	if (f->is_busy && f->is_streaming)
		fastcgi_cut(f);
	if (f->is_busy)
		return;
	if (f->was_used)
		fastcgi_close(f);
	else
		fiber_start(event_get_base(f->readable), fastcgi_run, f);
}
