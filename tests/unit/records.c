#include "records.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

static bool records_wait(void *who)
{
	struct records *w = who;
	size_t left = w->len - w->sent;
	ssize_t n;

	if (!left && w->is_left)
		return shutdown(w->server, SHUT_WR) == 0;
	if (!left)
		return false;
	n = write(w->server, w->bytes + w->sent,
		  left < w->piece ? left : w->piece);
	assert_true(n > 0);
	w->sent += (size_t)n;
	return true;
}

struct records *records_open(size_t piece)
{
	static struct records one = { .server = -1 };
	int ends[2];

	if (one.server >= 0) {
		close(one.server);
		close(one.reader.fd);
	}
	assert_int_equal(0, socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
	assert_int_equal(0, fcntl(ends[0], F_SETFL, O_NONBLOCK));
	assert_int_equal(0, fcntl(ends[1], F_SETFL, O_NONBLOCK));
	one.server = ends[1];
	one.piece = piece;
	one.len = one.sent = 0;
	one.is_left = false;
	fcgi_open(&one.reader, ends[0], records_wait, &one);
	return &one;
}

void records_bytes(struct records *w, const void *bytes, size_t len)
{
	assert_true(w->len + len <= sizeof w->bytes);
	memcpy(w->bytes + w->len, bytes, len);
	w->len += len;
}

void records_add(struct records *w, int type, int id, const void *content,
		 size_t len)
{
	const unsigned char head[] = {
		FCGI_VERSION_1,
		(unsigned char)type,
		(unsigned char)(id >> 8),
		(unsigned char)id,
		(unsigned char)(len >> 8),
		(unsigned char)len,
		0,
		0,
	};

	records_bytes(w, head, sizeof head);
	records_bytes(w, content, len);
}

void records_begin(struct records *w, int id, int role, int flags)
{
	const unsigned char begin[8] = { 0, (unsigned char)role,
					 (unsigned char)flags };

	records_add(w, FCGI_BEGIN_REQUEST, id, begin, sizeof begin);
}

/* In the short form where possible, as nginx does it. */
static size_t records_length(char *to, size_t len)
{
	if (len < 128) {
		to[0] = (char)len;
		return 1;
	}
	to[0] = (char)(len >> 24 | 0x80);
	to[1] = (char)(len >> 16);
	to[2] = (char)(len >> 8);
	to[3] = (char)len;
	return 4;
}

static size_t records_pair(char *to, const char *variable)
{
	size_t name = strcspn(variable, "="), len;
	size_t value = strlen(variable + name + 1);

	len = records_length(to, name);
	len += records_length(to + len, value);
	memcpy(to + len, variable, name);
	memcpy(to + len + name, variable + name + 1, value);
	return len + name + value;
}

void records_variable(struct records *w, int id, const char *variable)
{
	char *pair = arena_alloc(&mem, strlen(variable) + 8);

	records_add(w, FCGI_PARAMS, id, pair, records_pair(pair, variable));
}

void records_request(struct records *w, int id, const char *const *variables,
		     const char *body)
{
	char *pairs = arena_alloc(&mem, FCGI_MAX_LENGTH);
	size_t len = 0;

	for (; *variables; variables++)
		len += records_pair(pairs + len, *variables);
	records_begin(w, id, FCGI_RESPONDER, FCGI_KEEP_CONN);
	records_add(w, FCGI_PARAMS, id, pairs, len);
	records_add(w, FCGI_PARAMS, id, "", 0);
	if (*body)
		records_add(w, FCGI_STDIN, id, body, strlen(body));
	records_add(w, FCGI_STDIN, id, "", 0);
}

const char *records_answered(struct records *w)
{
	unsigned char head[FCGI_HEADER_LEN], content[256];
	const char *text = "";

	while (read(w->server, head, sizeof head) == sizeof head) {
		size_t len = (size_t)head[4] << 8 | head[5];

		assert_true(len <= sizeof content);
		assert_int_equal(len, read(w->server, content, len));
		text = arena_printf(&mem, "%s ", text);
		for (size_t i = 0; i < sizeof head; i++)
			text = arena_printf(&mem, "%s%02x", text, head[i]);
		for (size_t i = 0; i < len; i++)
			text = arena_printf(&mem, "%s%02x", text, content[i]);
	}
	return text;
}
