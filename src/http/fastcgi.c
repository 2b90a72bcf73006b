#include "http/fastcgi.h"

#include <errno.h>
#include <event2/event.h>
#include <fcgiapp.h>
#include <fcgios.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/fiber.h"
#include "http/record.h"

/* Of a form that is longer than we take, so much is read before the answer. */
#define REST_MAX ((size_t)128 * 1024)

/*
 * The head of a request comes at once.  A file comes as its sender's network
 * lets it, and nginx ends one that stops for ten seconds.
 */
#define HEAD_PATIENCE_MS 5000
#define BODY_PATIENCE_MS 15000

struct fastcgi {
	int fd;
	struct event *readable;
	FCGX_Request request;
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

/* ---- in place of libfcgi's own functions, which would block ------------- */

static bool fastcgi_wait_readable(struct fastcgi *f)
{
	bool is_readable;

	f->reader = fiber_now();
	is_readable = fiber_wait(f->patience_ms);
	f->reader = NULL;
	return is_readable;
}

int OS_Read(int fd, char *buffer, size_t len)
{
	struct fiber *fiber = fiber_now();
	ssize_t n;

	while ((n = read(fd, buffer, len)) < 0) {
		if (errno == EAGAIN && fiber) {
			if (fastcgi_wait_readable(fiber_arg(fiber)))
				continue;
			/* Others have run, and errno is theirs. */
			errno = ETIMEDOUT;
		}
		if (errno != EINTR)
			break;
	}
	return (int)n;
}

/* A connection is ours to close. */
int OS_IpcClose(int fd, int shutdown)
{
	(void)fd;
	(void)shutdown;
	return 0;
}

/* ---- requests ----------------------------------------------------------- */

/* False if there is more. */
static bool fastcgi_drain(FCGX_Request *r, size_t most)
{
	char unread[4096];
	size_t n = 0;
	int len;

	while (n < most &&
	       (len = FCGX_GetStr(unread, sizeof unread, r->in)) > 0)
		n += (size_t)len;
	return FCGX_HasSeenEOF(r->in) != 0;
}

void fastcgi_read_rest(FCGX_Request *r)
{
	fastcgi_drain(r, REST_MAX);
}

/*
 * libfcgi takes a connection that was kept for one that it need not accept
 * itself; whether this one is to be kept the request says.  Where the web
 * server hangs up between two variables, libfcgi has a request without the
 * second one: it might be the cookie.
 */
static bool fastcgi_accept(struct fastcgi *f)
{
	FCGX_Request *r = &f->request;

	r->ipcFd = f->fd;
	r->keepConnection = 1;
	f->patience_ms = HEAD_PATIENCE_MS;
	if (FCGX_Accept_r(r) != 0)
		return false;
	f->patience_ms = BODY_PATIENCE_MS;
	if (FCGX_GetError(r->in) == 0)
		return true;
	FCGX_Free(r, 0);
	return false;
}

/* False at the end: nothing follows a request that was answered too soon. */
static bool fastcgi_serve(struct fastcgi *f)
{
	FCGX_Request *r = &f->request;
	bool goes_on;

	if (!fastcgi_accept(f))
		return false;
	f->was_used = true;
	f->is_streaming = false;
	goes_on = f->events->serve(f->who, r);
	goes_on = goes_on && FCGX_HasSeenEOF(r->in) && !FCGX_GetError(r->in) &&
		  r->keepConnection && !f->is_ending;
	fastcgi_drain(r, SIZE_MAX);
	FCGX_Free(r, 0);
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

static bool fastcgi_is_quiet(struct fastcgi *f)
{
	char byte;

	return !f->has_news ||
	       (recv(f->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) < 0 &&
		errno == EAGAIN);
}

static void fastcgi_run(void *arg)
{
	struct fastcgi *f = arg;
	bool goes_on;

	f->is_busy = true;
	do {
		f->has_news = false;
		goes_on = fastcgi_serve(f);
	} while (goes_on && !fastcgi_is_quiet(f));
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
	FCGX_InitRequest(&f->request, -1, 0);
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
