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

/* ---- a connection ------------------------------------------------------- */

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

/* ---- the loop ----------------------------------------------------------- */

/* After so long without a request, free memory goes back to the system. */
static const struct timeval a_while = { .tv_sec = 1 };

/*
 * Until then we keep it: to give it back and fetch it again for each page took
 * the kernel a tenth of a page's time.  A bigger piece gets memory of its own,
 * which goes back at once.
 */
#define KEEP_MAX  (16 * 1024 * 1024)
#define PIECE_MAX (1024 * 1024)

/* When the system has no file left for a connection we ask again then. */
static const struct timeval a_moment = { .tv_usec = 100000 };

/*
 * The web server holds connections to us, and may be sending a form over one
 * of them right now: if we closed it, nobody would know whether the form was
 * carried out.  nginx closes them itself within this time, see http.conf.
 */
static const struct timeval patience = { .tv_sec = 3 };

static const int stop_signals[] = { SIGTERM, SIGINT, SIGUSR1, SIGHUP };
#define STOP_SIGNALS (sizeof stop_signals / sizeof *stop_signals)

struct loop {
	const struct rt_config *conf;
	loop_serve_fn *serve;
	struct event_base *base;
	struct rt_links *links;
	struct event *listener, *stop[STOP_SIGNALS];
	struct event *idle; /* pending since some request */
	bool was_busy;      /* there was another one since */
	struct fastcgi *open[FCGI_CONNECTIONS_MAX];
	size_t n;
	int ended_by; /* a signal, or 0 */
};

static bool loop_answer(void *who, struct arena *a,
			struct fcgi_reader *request)
{
	struct loop *l = who;
	struct rt *rt = rt_join(l->links, l->conf);
	bool is_whole = l->serve(rt, l->conf, a, request);

	rt_close(rt);
	l->was_busy = true;
	if (!event_pending(l->idle, EV_TIMEOUT, NULL))
		event_add(l->idle, &a_while);
	return is_whole;
}

static void loop_on_idle(evutil_socket_t fd, short events, void *arg)
{
	struct loop *l = arg;

	(void)fd;
	(void)events;
	if (l->was_busy)
		event_add(l->idle, &a_while);
	else
		malloc_trim(0);
	l->was_busy = false;
}

static void loop_closed(void *who, struct fastcgi *f)
{
	struct loop *l = who;
	size_t i = 0;

	while (l->open[i] != f)
		i++;
	l->open[i] = l->open[--l->n];
	if (!l->ended_by)
		event_add(l->listener, NULL);
	else if (!l->n)
		event_base_loopbreak(l->base);
}

static const struct fastcgi_events loop_events = { .serve = loop_answer,
						   .closed = loop_closed };

/* Another process may have been faster. */
static bool is_passing_error(int error)
{
	return error == EAGAIN || error == EINTR || error == ECONNABORTED;
}

static void loop_listen(evutil_socket_t fd, short events, void *arg)
{
	struct loop *l = arg;

	(void)fd;
	(void)events;
	if (!l->ended_by)
		event_add(l->listener, NULL);
}

static void loop_on_connection(evutil_socket_t fd, short events, void *arg)
{
	int visitor = accept4(fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
	struct loop *l = arg;

	(void)events;
	if (visitor >= 0)
		l->open[l->n++] =
			fastcgi_open(l->base, visitor, &loop_events, l);
	else if (!is_passing_error(errno)) {
		fprintf(stderr,
			"retwis: cannot accept a connection now: %m\n");
		event_del(l->listener);
		event_base_once(l->base, -1, EV_TIMEOUT, loop_listen, l,
				&a_moment);
	}
	if (l->n == FCGI_CONNECTIONS_MAX)
		event_del(l->listener);
}

static void loop_hang_up(evutil_socket_t fd, short events, void *arg)
{
	struct loop *l = arg;

	(void)fd;
	(void)events;
	for (size_t i = l->n; i > 0; i--)
		fastcgi_end(l->open[i - 1]);
}

/* A host who ends the page does not want the next program, either. */
static void loop_on_stop(evutil_socket_t signal_number, short events,
			 void *arg)
{
	struct loop *l = arg;

	(void)events;
	if (l->ended_by) {
		if (l->ended_by == SIGHUP)
			l->ended_by = (int)signal_number;
		return;
	}
	l->ended_by = (int)signal_number;
	event_del(l->listener);
	if (!l->n)
		event_base_loopbreak(l->base);
	else
		event_base_once(l->base, -1, EV_TIMEOUT, loop_hang_up, l,
				&patience);
}

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
	mallopt(M_MMAP_THRESHOLD, PIECE_MAX);
	prefork_hold_signals(SIG_UNBLOCK);
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
	prefork_hold_signals(SIG_BLOCK);
	/* One that was caught just before. */
	event_base_loop(l.base, EVLOOP_NONBLOCK);
	loop_close(&l);
	return l.ended_by;
}
