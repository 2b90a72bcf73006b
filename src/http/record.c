#include "http/record.h"

#include <errno.h>
#include <fastcgi.h>
#include <string.h>
#include <sys/uio.h>

#include "base/fiber.h"

/* The most content that a record can have, as a multiple of eight. */
#define CONTENT_MAX ((size_t)65528)

/* A record is a header, bytes of the head and bytes of the body. */
#define PARTS_PER_RECORD 3

/* The limit of one system call: IOV_MAX. */
#define PARTS_MAX 1024

struct record_parts {
	struct arena *a;
	struct iovec *v;
	int n;
};

static void record_add(struct record_parts *p, const void *bytes, size_t len)
{
	if (len)
		p->v[p->n++] = (struct iovec){ (void *)bytes, len };
}

static FCGI_Header record_head(int type, int id, size_t len)
{
	return (FCGI_Header){ .version = FCGI_VERSION_1,
			      .type = (unsigned char)type,
			      .requestIdB1 = (unsigned char)(id >> 8),
			      .requestIdB0 = (unsigned char)id,
			      .contentLengthB1 = (unsigned char)(len >> 8),
			      .contentLengthB0 = (unsigned char)len };
}

static void record_header(struct record_parts *p, int type, int id, size_t len)
{
	FCGI_Header *h = arena_alloc(p->a, sizeof *h);

	*h = record_head(type, id, len);
	record_add(p, h, sizeof *h);
}

/*
 * Removes up to `most` bytes from the front, and returns them.  An empty body
 * may be NULL, to which C allows adding nothing, not even 0.
 */
static struct record_bytes record_split(struct record_bytes *from, size_t most)
{
	struct record_bytes some = *from;

	if (some.len > most)
		some.len = most;
	if (some.len)
		from->text += some.len;
	from->len -= some.len;
	return some;
}

static void record_stream(struct record_parts *p, int id,
			  struct record_bytes head, struct record_bytes body)
{
	while (head.len + body.len) {
		struct record_bytes one = record_split(&head, CONTENT_MAX);
		struct record_bytes two =
			record_split(&body, CONTENT_MAX - one.len);

		record_header(p, FCGI_STDOUT, id, one.len + two.len);
		record_add(p, one.text, one.len);
		record_add(p, two.text, two.len);
	}
}

static void record_end(struct record_parts *p, int id)
{
	FCGI_EndRequestBody *end = arena_alloc(p->a, sizeof *end);

	record_header(p, FCGI_STDOUT, id, 0);
	record_header(p, FCGI_END_REQUEST, id, sizeof *end);
	end->protocolStatus = FCGI_REQUEST_COMPLETE;
	record_add(p, end, sizeof *end);
}

/* Removes what has been written. */
static void record_written(struct record_parts *p, size_t len)
{
	while (p->n && len >= p->v->iov_len) {
		len -= p->v->iov_len;
		p->v++;
		p->n--;
	}
	if (p->n) {
		p->v->iov_base = (char *)p->v->iov_base + len;
		p->v->iov_len -= len;
	}
}

/*
 * A socket counts as writable when three quarters of it are empty.  A slow
 * visitor behind Apache may not get there in time, so after a time-out we try
 * once more: it has accepted nothing only if there isn't room for a single
 * byte.
 */
static bool record_write(int fd, struct record_parts *p, int timeout_ms)
{
	bool may_wait = true;

	while (p->n) {
		ssize_t n =
			writev(fd, p->v, p->n < PARTS_MAX ? p->n : PARTS_MAX);

		if (n >= 0) {
			record_written(p, (size_t)n);
			may_wait = true;
		} else if (errno == EAGAIN && may_wait) {
			may_wait = fiber_wait_writable(fd, timeout_ms);
		} else if (errno != EINTR) {
			return false;
		}
	}
	return true;
}

bool record_answer(struct arena *a, int fd, int id, struct record_bytes head,
		   struct record_bytes body)
{
	size_t records = (head.len + body.len) / CONTENT_MAX + 3;
	struct record_parts p = { .a = a };

	p.v = arena_alloc(a, PARTS_PER_RECORD * records * sizeof *p.v);
	record_stream(&p, id, head, body);
	record_end(&p, id);
	return record_write(fd, &p, RECORD_TIMEOUT_MS);
}

static bool record_one(int fd, int type, int id, struct record_bytes content,
		       int timeout_ms)
{
	FCGI_Header head = record_head(type, id, content.len);
	struct iovec room[2];
	struct record_parts p = { .v = room };

	record_add(&p, &head, sizeof head);
	record_add(&p, content.text, content.len);
	return record_write(fd, &p, timeout_ms);
}

bool record_piece(int fd, int id, struct record_bytes piece, int timeout_ms)
{
	while (piece.len) {
		struct record_bytes some = record_split(&piece, CONTENT_MAX);

		if (!record_one(fd, FCGI_STDOUT, id, some, timeout_ms))
			return false;
	}
	return true;
}

bool record_finish(struct arena *a, int fd, int id)
{
	struct record_parts p = { .a = a };

	p.v = arena_alloc(a, PARTS_PER_RECORD * sizeof *p.v);
	record_end(&p, id);
	return record_write(fd, &p, RECORD_TIMEOUT_MS);
}

bool record_refuse(int fd, int id, int why)
{
	FCGI_EndRequestBody end = { .protocolStatus = (unsigned char)why };
	struct record_bytes content = { (const char *)&end, sizeof end };

	return record_one(fd, FCGI_END_REQUEST, id, content,
			  RECORD_TIMEOUT_MS);
}

bool record_management(int fd, int type, struct record_bytes content)
{
	return record_one(fd, type, FCGI_NULL_REQUEST_ID, content,
			  RECORD_TIMEOUT_MS);
}
