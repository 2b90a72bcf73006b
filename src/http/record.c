#include "http/record.h"

#include <errno.h>
#include <fastcgi.h>
#include <string.h>
#include <sys/uio.h>

#include "base/fiber.h"

/* What a record holds at most, in whole eights. */
#define CONTENT_MAX ((size_t)65528)

/* Of each record a header, and bytes of the head and of the body. */
#define PARTS_PER_RECORD 3

/* One system call takes no more parts: IOV_MAX. */
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

/* Takes up to `most` bytes away from the front. */
static struct record_bytes record_split(struct record_bytes *from, size_t most)
{
	struct record_bytes some = *from;

	if (some.len > most)
		some.len = most;
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

/* Steps over what has been written. */
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
 * A socket counts as writable when three quarters of it are empty, which a slow
 * visitor behind Apache may not reach in time.  So we try once more then: it
 * has taken nothing only if there is no room for a byte.
 */
static bool record_write(int fd, struct record_parts *p, int patience_ms)
{
	bool is_patient = true;

	while (p->n) {
		ssize_t n =
			writev(fd, p->v, p->n < PARTS_MAX ? p->n : PARTS_MAX);

		if (n >= 0) {
			record_written(p, (size_t)n);
			is_patient = true;
		} else if (errno == EAGAIN && is_patient) {
			is_patient = fiber_wait_writable(fd, patience_ms);
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
	return record_write(fd, &p, RECORD_PATIENCE_MS);
}

static bool record_one(int fd, int type, int id, struct record_bytes content,
		       int patience_ms)
{
	FCGI_Header head = record_head(type, id, content.len);
	struct iovec room[2];
	struct record_parts p = { .v = room };

	record_add(&p, &head, sizeof head);
	record_add(&p, content.text, content.len);
	return record_write(fd, &p, patience_ms);
}

bool record_piece(int fd, int id, struct record_bytes piece, int patience_ms)
{
	while (piece.len) {
		struct record_bytes some = record_split(&piece, CONTENT_MAX);

		if (!record_one(fd, FCGI_STDOUT, id, some, patience_ms))
			return false;
	}
	return true;
}

bool record_finish(struct arena *a, int fd, int id)
{
	struct record_parts p = { .a = a };

	p.v = arena_alloc(a, PARTS_PER_RECORD * sizeof *p.v);
	record_end(&p, id);
	return record_write(fd, &p, RECORD_PATIENCE_MS);
}

bool record_refuse(int fd, int id, int why)
{
	FCGI_EndRequestBody end = { .protocolStatus = (unsigned char)why };
	struct record_bytes content = { (const char *)&end, sizeof end };

	return record_one(fd, FCGI_END_REQUEST, id, content,
			  RECORD_PATIENCE_MS);
}

bool record_manage(int fd, int type, struct record_bytes content)
{
	return record_one(fd, type, FCGI_NULL_REQUEST_ID, content,
			  RECORD_PATIENCE_MS);
}
