#define _GNU_SOURCE /* accept4() */
#include "http/loop.h"

#include <errno.h>
#include <event2/event.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/fiber.h"
#include "base/prefork.h"
#include "http/fcgi_reader.h"

static const int stop_signals[] = { SIGTERM, SIGINT, SIGUSR1, SIGHUP };
#define STOP_SIGNALS (sizeof stop_signals / sizeof *stop_signals)

struct loop {
	const struct rt_config *conf;
	loop_serve_fn *serve;
	struct event_base *base;
	struct rt_links *links;
	struct event *listener, *stop[STOP_SIGNALS];
	struct event *idle; /* a timer, pending after a request */
	bool was_busy;      /* another request came while it was pending */
	struct fastcgi *open[FCGI_CONNECTIONS_MAX];
	size_t n;
	int stop_signal; /* the one received, or 0 */
};

/*
 * After a second without a request, unused memory is given back to the system.
 */
static const struct timeval idle_delay = { .tv_sec = 1 };

static bool loop_answer(struct loop *l, struct arena *a,
			struct fcgi_reader *request)
{
	struct rt *rt = rt_attach(l->links, l->conf);
	bool is_whole = l->serve(rt, a, request);

	rt_close(rt);
	l->was_busy = true;
	if (!event_pending(l->idle, EV_TIMEOUT, NULL))
		event_add(l->idle, &idle_delay);
	return is_whole;
}

static void loop_on_idle(evutil_socket_t fd, short events, void *arg)
{
	struct loop *l = arg;

	(void)fd;
	(void)events;
	if (l->was_busy)
		event_add(l->idle, &idle_delay);
	else
		malloc_trim(0);
	l->was_busy = false;
}

static void loop_on_closed(struct loop *l, struct fastcgi *f)
{
	size_t i = 0;

	while (l->open[i] != f)
		i++;
	l->open[i] = l->open[--l->n];
	if (!l->stop_signal)
		event_add(l->listener, NULL);
	else if (!l->n)
		event_base_loopbreak(l->base);
}

/* ---- a connection of the web server ------------------------------------ */

/*
 * The head of a request is sent at once.  A file arrives as fast as its
 * sender's network allows, and nginx gives up on one that stalls for ten
 * seconds.
 */
#define HEAD_TIMEOUT_MS 5000
#define BODY_TIMEOUT_MS 15000

/* One request after another arrives over it. */
struct fastcgi {
	struct loop *loop;
	int fd;
	struct event *readable;
	struct fiber
		*reader; /* waits until there is something to read; or NULL */
	int timeout_ms;  /* how long it waits */
	bool has_input;  /* bytes or the end have come since we last read */
	bool is_busy;    /* a fiber is serving it */
	bool is_stopping;
	bool is_streaming;
	bool was_used; /* at least one request has come */
};

static bool fastcgi_wait_readable(void *who)
{
	struct fastcgi *f = who;
	bool is_readable;

	f->reader = fiber_now();
	is_readable = fiber_wait(f->timeout_ms);
	f->reader = NULL;
	return is_readable;
}

/*
 * Serves one request.  Returns false at the end of the connection.  An answer
 * that broke off is such an end: only by closing the connection can we let the
 * web server know.
 */
static bool fastcgi_serve_one(struct fastcgi *f, struct fcgi_reader *request)
{
	struct arena memory = { 0 };
	bool is_open;

	f->timeout_ms = HEAD_TIMEOUT_MS;
	is_open = fcgi_next(request, &memory);
	if (is_open) {
		f->timeout_ms = BODY_TIMEOUT_MS;
		f->was_used = true;
		f->is_streaming = false;
		is_open = loop_answer(f->loop, &memory, request) &&
			  fcgi_finish(request) && !f->is_stopping;
	}
	arena_free(&memory);
	return is_open;
}

/* From now on every write fails, and one that waits fails at once. */
static void fastcgi_shut_down(struct fastcgi *f)
{
	shutdown(f->fd, SHUT_RDWR);
}

void fastcgi_begin_stream(void)
{
	struct fastcgi *f = fiber_arg(fiber_now());

	f->is_streaming = true;
	if (f->is_stopping)
		fastcgi_shut_down(f);
}

static void fastcgi_close(struct fastcgi *f)
{
	event_free(f->readable);
	close(f->fd);
	loop_on_closed(f->loop, f);
	free(f);
}

/* Whether bytes, or the end of the connection, have come. */
static bool fastcgi_can_read(const struct fastcgi *f)
{
	char byte;

	return recv(f->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) >= 0 ||
	       errno != EAGAIN;
}

/*
 * Whether nothing of another request has arrived.  Mostly we know that without
 * a system call.
 */
static bool fastcgi_is_idle(const struct fastcgi *f,
			    const struct fcgi_reader *r)
{
	if (fcgi_has_more(r))
		return false;
	return (!f->has_input && !fcgi_was_filled(r)) || !fastcgi_can_read(f);
}

/*
 * Serves all requests that have arrived.  In between, an idle connection needs
 * neither a fiber nor a buffer.
 */
static void fastcgi_serve_all(void *arg)
{
	struct fastcgi *f = arg;
	struct fcgi_reader reader;
	bool is_open;

	fcgi_open(&reader, f->fd, fastcgi_wait_readable, f);
	f->is_busy = true;
	do {
		f->has_input = false;
		is_open = fastcgi_serve_one(f, &reader);
	} while (is_open && !fastcgi_is_idle(f, &reader));
	f->is_busy = false;
	if (!is_open)
		fastcgi_close(f);
}

/*
 * The event is edge-triggered: it comes once for all that has arrived, so the
 * kernel has to be asked for it only once per connection.
 */
static void fastcgi_on_readable(evutil_socket_t fd, short events, void *arg)
{
	struct fastcgi *f = arg;

	(void)fd;
	(void)events;
	if (f->reader)
		fiber_wake(f->reader);
	else if (f->is_busy)
		f->has_input = true;
	else
		fiber_start(event_get_base(f->readable), fastcgi_serve_all, f);
}

/* Serves what will come over `fd`, a non-blocking socket, and closes it. */
static struct fastcgi *fastcgi_open(struct loop *l, int fd)
{
	struct fastcgi *f = calloc(1, sizeof *f);

	if (!f)
		abort();
	f->loop = l;
	f->fd = fd;
	f->readable = event_new(l->base, fd, EV_READ | EV_PERSIST | EV_ET,
				fastcgi_on_readable, f);
	if (!f->readable || event_add(f->readable, NULL) != 0)
		abort();
	return f;
}

/*
 * Accepts no further request.  A connection that waits for its next one is
 * closed at once.  One whose first request has not come yet may wait for it a
 * little longer, since the web server may just be sending it.
 */
static void fastcgi_stop(struct fastcgi *f)
{
	f->is_stopping = true;
	if (f->is_busy && f->is_streaming)
		fastcgi_shut_down(f);
	if (f->is_busy)
		return;
	if (f->was_used)
		fastcgi_close(f);
	else
		fiber_start(event_get_base(f->readable), fastcgi_serve_all, f);
}

/* ---- accepting connections --------------------------------------------- */

/* If the system has no file descriptor left for a connection, we try again. */
static const struct timeval accept_delay = { .tv_usec = 100000 };

/* Another process may have accepted it before us. */
static bool is_temporary_error(int error)
{
	return error == EAGAIN || error == EINTR || error == ECONNABORTED;
}

static void loop_accept_again(evutil_socket_t fd, short events, void *arg)
{
	struct loop *l = arg;

	(void)fd;
	(void)events;
	if (!l->stop_signal)
		event_add(l->listener, NULL);
}

static void loop_on_connection(evutil_socket_t fd, short events, void *arg)
{
	int connection = accept4(fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
	struct loop *l = arg;

	(void)events;
	if (connection >= 0)
		l->open[l->n++] = fastcgi_open(l, connection);
	else if (!is_temporary_error(errno)) {
		fprintf(stderr,
			"retwis: cannot accept a connection now: %m\n");
		event_del(l->listener);
		event_base_once(l->base, -1, EV_TIMEOUT, loop_accept_again, l,
				&accept_delay);
	}
	if (l->n == FCGI_CONNECTIONS_MAX)
		event_del(l->listener);
}

/* ---- stopping ---------------------------------------------------------- */

/*
 * The web server holds connections to us and may be sending a form over one of
 * them right now.  If we closed it, nobody would know whether the form was
 * carried out.  nginx closes idle connections itself within this time (see
 * http.conf), so we wait for that first.
 */
static const struct timeval stop_delay = { .tv_sec = 3 };

static void loop_stop_connections(evutil_socket_t fd, short events, void *arg)
{
	struct loop *l = arg;

	(void)fd;
	(void)events;
	for (size_t i = l->n; i > 0; i--)
		fastcgi_stop(l->open[i - 1]);
}

/*
 * A SIGHUP that came first gives way to another signal: whoever ends the
 * program for good doesn't want it to restart.
 */
static void loop_on_stop(evutil_socket_t signal_number, short events,
			 void *arg)
{
	struct loop *l = arg;

	(void)events;
	if (l->stop_signal) {
		if (l->stop_signal == SIGHUP)
			l->stop_signal = (int)signal_number;
		return;
	}
	l->stop_signal = (int)signal_number;
	event_del(l->listener);
	if (!l->n)
		event_base_loopbreak(l->base);
	else
		event_base_once(l->base, -1, EV_TIMEOUT, loop_stop_connections,
				l, &stop_delay);
}

/* ---- from start to end ------------------------------------------------- */

/*
 * How much unused memory malloc() keeps, until the process is idle.  Giving it
 * back and fetching it again for each page took the kernel a tenth of a page's
 * time.  A bigger block is mapped by itself, and unmapped as soon as it is
 * freed.
 */
#define KEEP_MAX  (16 * 1024 * 1024)
#define BLOCK_MAX (1024 * 1024)

static void loop_open(struct loop *l)
{
	fcntl(STDIN_FILENO, F_SETFL, O_NONBLOCK);
	l->listener = event_new(l->base, STDIN_FILENO, EV_READ | EV_PERSIST,
				loop_on_connection, l);
	l->idle = evtimer_new(l->base, loop_on_idle, l);
	for (size_t i = 0; i < STOP_SIGNALS; i++) {
		l->stop[i] = evsignal_new(l->base, stop_signals[i],
					  loop_on_stop, l);
		event_add(l->stop[i], NULL);
	}
	mallopt(M_TRIM_THRESHOLD, KEEP_MAX);
	mallopt(M_MMAP_THRESHOLD, BLOCK_MAX);
	prefork_mask_signals(SIG_UNBLOCK);
	l->links = rt_links_open(&l->conf->servers, l->base);
	event_add(l->listener, NULL);
}

static void loop_close(struct loop *l)
{
	rt_links_close(l->links);
	event_free(l->listener);
	event_free(l->idle);
	for (size_t i = 0; i < STOP_SIGNALS; i++)
		event_free(l->stop[i]);
	event_base_free(l->base);
}

int loop_run(const struct rt_config *conf, loop_serve_fn *serve)
{
	struct loop l = { .conf = conf,
			  .serve = serve,
			  .base = event_base_new() };

	if (!l.base) {
		fputs("retwis: the loop of events cannot start\n", stderr);
		return 0;
	}
	loop_open(&l);
	event_base_dispatch(l.base);
	prefork_mask_signals(SIG_BLOCK);
	/* Delivers a signal that was caught just before it was blocked. */
	event_base_loop(l.base, EVLOOP_NONBLOCK);
	loop_close(&l);
	return l.stop_signal;
}
