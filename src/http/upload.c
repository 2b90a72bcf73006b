#define _GNU_SOURCE /* O_TMPFILE */
#include "http/upload.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fiber.h"
#include "http/multipart.h"

#define MULTIPART "multipart/"

/* It is on a disk even if /tmp is in memory. */
#define FOLDER "/var/tmp"

#define PIECE ((size_t)16 * 1024)

/* All that stands before the first file has to come within this time. */
#define BEGIN_MS 30000

/* After this many pieces other requests get their turn. */
#define PIECES 16

struct upload_reader {
	struct req *q;
	const struct upload_rules *rules;
	struct upload *u;
	int status;
	bool is_too_long;     /* by the length that was declared */
	bool is_begun;        /* a file has */
	int64_t begin_before; /* by clock_ms() */

	/* The field that is being read. */
	const char *name;
	enum multipart_kind kind;
	int fd;
	uint64_t size;

	uint64_t total;          /* bytes of all files */
	char *text;              /* the values of all other fields */
	size_t text_at, text_of; /* where it ends, and this field begins */
};

/* ---- files ------------------------------------------------------------- */

int upload_open(void)
{
	const char *folder = getenv("TMPDIR");
	char name[] = FOLDER "/retwis-XXXXXX";
	int fd;

	folder = folder && *folder ? folder : FOLDER;
	fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
	if (fd >= 0 || (errno != EOPNOTSUPP && errno != EISDIR))
		return fd;
	/* Some file systems don't support O_TMPFILE. */
	fd = mkostemp(name, O_CLOEXEC);
	if (fd >= 0)
		unlink(name);
	return fd;
}

void upload_close(int fd)
{
	if (fd >= 0)
		close(fd);
}

/* ---- what is wrong ----------------------------------------------------- */

int upload_status(enum upload_problem problem)
{
	switch (problem) {
	case UPLOAD_UNASKED:
		return 403;
	case UPLOAD_TOO_MANY:
		return 422;
	case UPLOAD_FILE_LARGE:
	case UPLOAD_ALL_LARGE:
		return 413;
	case UPLOAD_NO_ROOM:
		return 507;
	default:
		return 0;
	}
}

/* The form is malformed. */
static bool upload_refuse(struct upload_reader *r, int status)
{
	r->status = status;
	return false;
}

/* The form is good, but not this file. */
static bool upload_stop(struct upload_reader *r, enum upload_problem problem)
{
	r->u->problem = problem;
	r->u->part = r->u->parts;
	return false;
}

/* ---- fields ------------------------------------------------------------ */

/* The text fields come first, so all of them have been read. */
static bool upload_is_asked(const struct req *q)
{
	return q->me.id && !req_has_no_access(q) &&
	       rt_csrf_ok(q->a, &q->me, req_field(q, "csrf"));
}

/* A file begins with its first byte. */
static bool upload_begin_file(struct upload_reader *r)
{
	if (!upload_is_asked(r->q))
		return upload_stop(r, UPLOAD_UNASKED);
	if (r->u->parts > r->rules->files_max)
		return upload_stop(r, UPLOAD_TOO_MANY);
	if (r->is_too_long)
		return upload_stop(r, UPLOAD_ALL_LARGE);
	r->is_begun = true;
	r->fd = upload_open();
	return r->fd >= 0 || upload_stop(r, UPLOAD_NO_ROOM);
}

static bool upload_begin(void *who, const char *name, enum multipart_kind kind)
{
	struct upload_reader *r = who;

	if (kind == MULTIPART_TEXT ? r->u->parts
				   : strcmp(name, r->rules->field) != 0)
		return upload_refuse(r, 400);
	r->u->parts += kind != MULTIPART_TEXT;
	r->name = arena_strdup(r->q->a, name);
	r->kind = kind;
	r->size = 0;
	r->text_of = r->text_at;
	return true;
}

/*
 * The kernel caches the bytes and writes them to the disk later.  If the disk
 * is so busy that write() blocks, the other requests of this process wait, too:
 * for as long as it takes to write one piece.
 */
static bool upload_write(struct upload_reader *r, const char *bytes,
			 size_t len)
{
	while (len) {
		ssize_t n = write(r->fd, bytes, len);

		if (n <= 0)
			return upload_stop(r, UPLOAD_NO_ROOM);
		bytes += n;
		len -= (size_t)n;
	}
	return true;
}

static bool upload_file_bytes(struct upload_reader *r, const char *bytes,
			      size_t len)
{
	if (r->fd < 0 && !upload_begin_file(r))
		return false;
	r->size += len;
	r->total += len;
	if (r->size > r->rules->file_max)
		return upload_stop(r, UPLOAD_FILE_LARGE);
	if (r->total > r->rules->total_max)
		return upload_stop(r, UPLOAD_ALL_LARGE);
	return upload_write(r, bytes, len);
}

/* There is room, since `text` is as long as all that comes before a file. */
static bool upload_bytes(void *who, const char *bytes, size_t len)
{
	struct upload_reader *r = who;

	if (r->kind != MULTIPART_TEXT)
		return upload_file_bytes(r, bytes, len);
	memcpy(r->text + r->text_at, bytes, len);
	r->text_at += len;
	return true;
}

static bool upload_end_text(struct upload_reader *r)
{
	char *value = r->text + r->text_of, *nul;

	/* As url_decode() does it. */
	while ((nul = memchr(value, '\0', r->text_at - r->text_of)))
		*nul = '\x01';
	r->text[r->text_at++] = '\0';
	return form_add(&r->q->form, r->name, value) || upload_refuse(r, 400);
}

static bool upload_end(void *who)
{
	struct upload_reader *r = who;
	struct upload *u = r->u;

	if (r->kind == MULTIPART_TEXT)
		return upload_end_text(r);
	if (r->fd < 0 && r->kind == MULTIPART_UNNAMED)
		return true;
	if (r->fd < 0 && !upload_begin_file(r))
		return false;
	lseek(r->fd, 0, SEEK_SET);
	u->file[u->n++] = (struct upload_file){ r->fd, r->size, u->parts };
	r->fd = -1;
	return true;
}

/* ---- the body ---------------------------------------------------------- */

static void upload_yield(size_t pieces)
{
	if (pieces % PIECES == 0)
		fiber_pause(0);
}

/*
 * Until a file begins, we may not even know who sends it, so nobody takes long
 * for what stands before.
 */
static size_t upload_next(struct upload_reader *r, char *piece, uint64_t len)
{
	uint64_t most = len < PIECE ? len : PIECE;

	if (!r->is_begun && clock_ms() > r->begin_before)
		return 0;
	return req_read_some(r->q, piece, (size_t)most);
}

/* Returns the status. */
static int upload_feed(struct upload_reader *r, struct multipart *m,
		       uint64_t len, uint64_t before)
{
	char *piece = arena_alloc(r->q->a, PIECE);

	for (size_t pieces = 1; len; pieces++) {
		uint64_t left = r->is_begun || len < before ? len : before;
		size_t n;

		if (!left)
			return 413;
		n = upload_next(r, piece, left);
		if (!n)
			return 400;
		if (!multipart_feed(m, piece, n))
			return r->u->problem ? 0 : r->status ? r->status : 400;
		len -= n;
		before -= r->is_begun ? 0 : n;
		upload_yield(pieces);
	}
	return multipart_is_whole(m) ? 0 : 400;
}

/* A chunked body has no length, even if a server adds one. */
static int upload_length(const struct req *q, uint64_t *len)
{
	const char *length = req_param(q, "CONTENT_LENGTH");

	if (!length || !*length || req_param(q, "HTTP_TRANSFER_ENCODING"))
		return 411;
	return form_number(length, len) ? 0 : 400;
}

static int upload_read(struct req *q)
{
	static const struct multipart_events events = { upload_begin,
							upload_bytes,
							upload_end };
	struct upload_reader r = {
		.q = q,
		.rules = q->accepts,
		.u = q->upload,
		.fd = -1,
		.begin_before = clock_ms() + BEGIN_MS,
	};
	struct multipart *m = arena_alloc(q->a, sizeof *m);
	uint64_t before = r.rules->before_max, len;
	int status = upload_length(q, &len);

	before = before ? before : REQ_BODY_MAX;
	if (status)
		return status;
	if (!multipart_begin(m, req_param(q, "CONTENT_TYPE"), &events, &r))
		return 415;
	r.text = arena_room(q->a, (size_t)(len < before ? len : before) + 1);
	r.is_too_long = len > r.rules->total_max + before +
				      r.rules->files_max * MULTIPART_HEAD;
	status = upload_feed(&r, m, len, before);
	upload_close(r.fd);
	return status;
}

int req_read_upload(struct req *q)
{
	if (!q->is_form_read) {
		q->upload = arena_alloc(q->a, sizeof *q->upload);
		q->form_status = upload_read(q);
	}
	q->is_form_read = true;
	return q->form_status;
}

/* ---- for pages --------------------------------------------------------- */

bool req_sends_files(const struct req *q)
{
	const char *type = req_param(q, "CONTENT_TYPE");

	return q->accepts && type &&
	       strncasecmp(type, MULTIPART, strlen(MULTIPART)) == 0;
}

const struct upload *req_upload(const struct req *q)
{
	static const struct upload none;

	return q->upload ? q->upload : &none;
}

void req_close_upload(struct req *q)
{
	for (size_t i = 0; q->upload && i < q->upload->n; i++)
		upload_close(q->upload->file[i].fd);
	q->upload = NULL;
}
