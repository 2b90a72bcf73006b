/*
 * The kept floor of `make bench`: the least that a program can do to answer on
 * a connection that the web server keeps open.
 *
 * One process reads what has arrived, looks at the headers of the records
 * until the request is complete, and writes an answer that has been ready
 * since it started: the answer of the page program of the same name. So it
 * makes three system calls per request, or fewer when several arrive at once.
 * It does not even look at the parameters, and trusts the web server in
 * everything.
 */
#define _GNU_SOURCE /* accept4() */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "records.h"

#define EVENTS 64

struct conn {
	int fd;
	struct inbox in;
};

static unsigned char ready[READY_MAX];
static size_t ready_len;

/*
 * Returns false at the end of the connection. The socket blocks, so a write is
 * always complete.
 */
static bool serve(struct conn *c)
{
	ssize_t n = recv(c->fd, c->in.bytes + c->in.len,
			 sizeof c->in.bytes - c->in.len, MSG_DONTWAIT);

	if (n <= 0)
		return n < 0 && (errno == EAGAIN || errno == EINTR);
	c->in.len += (size_t)n;
	if (!inbox_take(&c->in))
		return true;
	return write(c->fd, ready, ready_len) == (ssize_t)ready_len &&
	       c->in.is_kept;
}

static void welcome(int poll)
{
	int fd = accept4(STDIN_FILENO, NULL, NULL, SOCK_CLOEXEC);
	struct epoll_event event = { .events = EPOLLIN };
	struct conn *c;

	if (fd < 0)
		return;
	c = event.data.ptr = malloc(sizeof *c);
	if (!c)
		abort();
	c->fd = fd;
	c->in.len = 0;
	epoll_ctl(poll, EPOLL_CTL_ADD, fd, &event);
}

int main(int argc, char **argv)
{
	struct epoll_event events[EVENTS], listener = { .events = EPOLLIN };
	int poll = epoll_create1(EPOLL_CLOEXEC);

	ready_len = records_prepare(argv[0], ready);
	/* conf/stack runs each program with --check before it starts it. */
	if (argc > 1)
		return EXIT_SUCCESS;
	signal(SIGPIPE, SIG_IGN);
	fcntl(STDIN_FILENO, F_SETFL, O_NONBLOCK);
	epoll_ctl(poll, EPOLL_CTL_ADD, STDIN_FILENO, &listener);
	for (;;) {
		int n = epoll_wait(poll, events, EVENTS, -1);

		for (int i = 0; i < n; i++) {
			struct conn *c = events[i].data.ptr;

			if (!c)
				welcome(poll);
			else if (!serve(c)) {
				close(c->fd);
				free(c);
			}
		}
	}
}
