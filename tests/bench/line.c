#include "line.h"

#include <err.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "resp.h"

#define ROOM 65536

/* Makes room for `more` bytes at the end. */
static void buffer_grow(struct buffer *b, size_t more)
{
	if (b->at == b->len)
		b->at = b->len = 0;
	if (b->size - b->len >= more)
		return;
	b->len -= b->at;
	if (b->len)
		memmove(b->bytes, b->bytes + b->at, b->len);
	b->at = 0;
	if (b->size - b->len >= more)
		return;
	b->size = 2 * (b->len + more);
	b->bytes = realloc(b->bytes, b->size);
	if (!b->bytes)
		err(EXIT_FAILURE, "same");
}

void line_open(struct line *l, const char *address)
{
	struct sockaddr_un to = { .sun_family = AF_UNIX };
	const char *user = address ? strchr(address, '@') : NULL;
	const char *path = user ? user + 1 : address;

	if (!address || strncmp(address, "unix:", 5) != 0)
		errx(EXIT_FAILURE, "same: RETWIS_REDIS is not unix:PATH");
	if (!user)
		path += 5;
	if (strlen(path) >= sizeof to.sun_path)
		errx(EXIT_FAILURE, "same: too long for a socket: %s", path);
	snprintf(to.sun_path, sizeof to.sun_path, "%s", path);
	*l = (struct line){ .fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC,
					 0) };
	if (l->fd < 0 ||
	    connect(l->fd, (struct sockaddr *)&to, sizeof to) != 0)
		err(EXIT_FAILURE, "same: %s", path);
}

void line_add(struct line *l, const char *bytes, size_t len)
{
	buffer_grow(&l->out, len);
	memcpy(l->out.bytes + l->out.len, bytes, len);
	l->out.len += len;
}

bool line_send(struct line *l)
{
	struct buffer *b = &l->out;
	ssize_t n;

	while (b->at < b->len) {
		n = send(l->fd, b->bytes + b->at, b->len - b->at,
			 MSG_DONTWAIT | MSG_NOSIGNAL);
		if (n < 0 && errno == EAGAIN)
			return false;
		if (n < 0 && errno != EINTR)
			err(EXIT_FAILURE, "same: Redis");
		if (n > 0)
			b->at += (size_t)n;
	}
	return true;
}

void line_receive(struct line *l)
{
	struct buffer *b = &l->in;
	ssize_t n;

	buffer_grow(b, ROOM);
	n = recv(l->fd, b->bytes + b->len, b->size - b->len, MSG_DONTWAIT);
	if (n == 0)
		errx(EXIT_FAILURE, "same: Redis has hung up");
	if (n < 0 && errno != EAGAIN && errno != EINTR)
		err(EXIT_FAILURE, "same: Redis");
	if (n > 0)
		b->len += (size_t)n;
}

bool line_take(struct line *l)
{
	struct buffer *b = &l->in;
	const char *reply = b->bytes + b->at;
	size_t len = resp_length(reply, b->len - b->at);

	if (len == RESP_WRONG)
		errx(EXIT_FAILURE, "same: Redis answers %.*s",
		     (int)strnlen(reply,
				  b->len - b->at < 80 ? b->len - b->at : 80),
		     reply);
	b->at += len;
	return len > 0;
}
