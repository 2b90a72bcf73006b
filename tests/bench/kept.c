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
#include <fastcgi.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "answer.h"

#define EVENTS     64
#define RECORD_MAX (FCGI_HEADER_LEN + FCGI_MAX_LENGTH + 255)
#define PART_MAX   0xfff8 /* bytes of a record: needs no padding */

struct conn {
	int fd;
	bool is_kept; /* the request wants the connection kept open */
	size_t len;
	unsigned char in[RECORD_MAX];
};

/* With an 8-byte header for each part, and the end record. */
static unsigned char ready[ANSWER_MAX + ANSWER_MAX / 1024 + 64];
static size_t ready_len;

/* nginx sends one request at a time, so all its requests have the number 1. */
static void put_record(int type, const void *bytes, size_t len)
{
	FCGI_Header head = { .version = FCGI_VERSION_1,
			     .type = (unsigned char)type,
			     .requestIdB0 = 1,
			     .contentLengthB1 = (unsigned char)(len >> 8),
			     .contentLengthB0 = (unsigned char)len };

	memcpy(ready + ready_len, &head, sizeof head);
	memcpy(ready + ready_len + sizeof head, bytes, len);
	ready_len += sizeof head + len;
}

static void prepare(const char *program)
{
	static const FCGI_EndRequestBody end = {
		.protocolStatus = FCGI_REQUEST_COMPLETE
	};
	static char answer[ANSWER_MAX];
	size_t len = answer_read(program, answer);

	for (size_t at = 0; at < len; at += PART_MAX)
		put_record(FCGI_STDOUT, answer + at,
			   len - at < PART_MAX ? len - at : PART_MAX);
	put_record(FCGI_END_REQUEST, &end, sizeof end);
}

/*
 * Consumes the complete records in the buffer; returns whether the last one
 * has arrived.
 */
static bool take_records(struct conn *c)
{
	size_t at = 0, content, whole;
	bool is_last = false;
	FCGI_Header head;

	for (; c->len - at >= sizeof head; at += whole) {
		memcpy(&head, c->in + at, sizeof head);
		content = (size_t)head.contentLengthB1 << 8 |
			  head.contentLengthB0;
		whole = sizeof head + content + head.paddingLength;
		if (c->len - at < whole)
			break;
		if (head.type == FCGI_BEGIN_REQUEST)
			c->is_kept =
				c->in[at + sizeof head + 2] & FCGI_KEEP_CONN;
		is_last = head.type == FCGI_STDIN && content == 0;
	}
	c->len -= at;
	memmove(c->in, c->in + at, c->len);
	return is_last;
}

/*
 * Returns false at the end of the connection. The socket blocks, so a write is
 * always complete.
 */
static bool serve(struct conn *c)
{
	ssize_t n = recv(c->fd, c->in + c->len, sizeof c->in - c->len,
			 MSG_DONTWAIT);

	if (n <= 0)
		return n < 0 && (errno == EAGAIN || errno == EINTR);
	c->len += (size_t)n;
	if (!take_records(c))
		return true;
	return write(c->fd, ready, ready_len) == (ssize_t)ready_len &&
	       c->is_kept;
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
	c->len = 0;
	epoll_ctl(poll, EPOLL_CTL_ADD, fd, &event);
}

int main(int argc, char **argv)
{
	struct epoll_event events[EVENTS], listener = { .events = EPOLLIN };
	int poll = epoll_create1(EPOLL_CLOEXEC);

	prepare(argv[0]);
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
