#define _GNU_SOURCE /* O_TMPFILE */
#include "http/upload.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fiber.h"
#include "http/multipart.h"

/* It is on a disk even if /tmp is in memory. */
#define FOLDER "/var/tmp"

#define PIECE     ((size_t)16 * 1024)
#define FIELD_MAX 1024 /* bytes of a field that isn't a file */

/* After this many pieces other requests get their turn. */
#define PIECES 16

struct upload {
	struct req *q;
	const char *file; /* the name of its field */
	int fd;
	int status;
	bool is_file; /* the current field is the file */
	uint64_t size;
	const char *name;
	char value[FIELD_MAX + 1];
	size_t len;
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

/* ---- fields ------------------------------------------------------------ */

static bool upload_refuse(struct upload *u, int status)
{
	if (!u->status)
		u->status = status;
	return false;
}

/* The file is the last field, so all others have been read. */
static bool upload_begin_file(struct upload *u)
{
	struct req *q = u->q;

	if (u->fd >= 0 || strcmp(u->name, u->file) != 0)
		return upload_refuse(u, 400);
	if (!rt_csrf_ok(q->a, &q->me, req_field(q, "csrf")))
		return upload_refuse(u, 403);
	u->fd = upload_open();
	return u->fd >= 0 || upload_refuse(u, 507);
}

static bool upload_begin(void *who, const char *name, bool is_file)
{
	struct upload *u = who;

	if (u->fd >= 0)
		return upload_refuse(u, 400);
	u->name = arena_strdup(u->q->a, name);
	u->is_file = is_file;
	u->len = 0;
	return !is_file || upload_begin_file(u);
}

/*
 * The kernel caches the bytes and writes them to the disk later.  If the disk
 * is so busy that write() blocks, the other requests of this process wait,
 * too; but all of them are uploads, and no page waits.
 */
static bool upload_write(struct upload *u, const char *bytes, size_t len)
{
	while (len) {
		ssize_t n = write(u->fd, bytes, len);

		if (n <= 0)
			return upload_refuse(u, 507);
		bytes += n;
		len -= (size_t)n;
	}
	return true;
}

static bool upload_bytes(void *who, const char *bytes, size_t len)
{
	struct upload *u = who;

	if (u->is_file) {
		u->size += len;
		return u->size <= UPLOAD_FILE_MAX ? upload_write(u, bytes, len)
						  : upload_refuse(u, 413);
	}
	if (u->len + len > FIELD_MAX || memchr(bytes, '\0', len))
		return upload_refuse(u, 400);
	memcpy(u->value + u->len, bytes, len);
	u->len += len;
	return true;
}

static bool upload_end(void *who)
{
	struct upload *u = who;
	struct form *form = &u->q->form;

	if (u->is_file)
		return true;
	if (form_get(form, u->name) || form->n == FORM_FIELDS_MAX)
		return upload_refuse(u, 400);
	form->field[form->n].name = u->name;
	form->field[form->n++].value =
		arena_strndup(u->q->a, u->value, u->len);
	return true;
}

/* ---- the body ---------------------------------------------------------- */

static void upload_yield(size_t pieces)
{
	if (pieces % PIECES == 0)
		fiber_pause(0);
}

static int upload_read(struct upload *u, struct multipart *m, uint64_t len)
{
	char *piece = arena_alloc(u->q->a, PIECE);

	for (size_t pieces = 1; len; pieces++) {
		size_t want = len < PIECE ? (size_t)len : PIECE;

		if (req_read_body(u->q, piece, want) != want)
			return 400;
		if (!multipart_feed(m, piece, want))
			return u->status ? u->status : 400;
		len -= want;
		upload_yield(pieces);
	}
	if (!multipart_is_whole(m) || u->fd < 0)
		return 400;
	return u->size ? 0 : 422;
}

/* A chunked body has no length, even if a server adds one. */
static int upload_length(const struct req *q, uint64_t *len)
{
	const char *length = req_param(q, "CONTENT_LENGTH");

	if (!length || !*length || req_param(q, "HTTP_TRANSFER_ENCODING"))
		return 411;
	if (!form_number(length, len))
		return 400;
	return *len > UPLOAD_MAX ? 413 : 0;
}

int req_read_upload(struct req *q, const char *name, int *fd)
{
	static const struct multipart_events events = { upload_begin,
							upload_bytes,
							upload_end };
	struct upload *u = arena_alloc(q->a, sizeof *u);
	struct multipart *m = arena_alloc(q->a, sizeof *m);
	uint64_t len;
	int status = upload_length(q, &len);

	*u = (struct upload){ .q = q, .file = name, .fd = -1 };
	if (status)
		return status;
	if (!multipart_begin(m, req_param(q, "CONTENT_TYPE"), &events, u))
		return 415;
	status = upload_read(u, m, len);
	if (status)
		upload_close(u->fd);
	else
		*fd = u->fd;
	return status;
}
