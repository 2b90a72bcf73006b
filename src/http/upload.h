/*
 * Reads a POST with files, as multipart/form-data.  The files are written to
 * disk while they arrive, so that only some kilobytes are in memory.
 *
 * A page says what it accepts before a guard reads the form:
 *
 *   static const struct upload_rules pictures = {
 *           .field = "pictures", .files_max = 4,
 *           .file_max = 20 << 20, .total_max = 60 << 20,
 *   };
 *
 *   q->accepts = &pictures;
 *   if (!req_require(q, "/post", "POST") || !req_require_user(q))
 *           return;
 *
 * The form may come in either encoding, and has the same fields in q->form.
 * q->upload is NULL for the urlencoded one; use req_upload(), which is not.  A
 * page looks at `problem` first: the form isn't whole then, but its text
 * fields are, so that they can be given back.
 *
 * The guard finds out who sends the form before it reads any of it.  A file is
 * stored only for a member with access, and with the right `csrf`.  From anyone
 * else, only the fields before the first file are read: the guards answer as
 * they always do, and give back what was typed.
 *
 * All fields that aren't files have to stand before the files, so no button
 * after them may have a name.  They have to come within thirty seconds.
 */
#ifndef UPLOAD_H
#define UPLOAD_H

#include "http/req.h"

#define UPLOAD_FILES_MAX 4

struct upload_rules {
	const char *field;   /* the name that all of its files have */
	unsigned files_max;  /* up to UPLOAD_FILES_MAX */
	uint64_t file_max;   /* bytes of a file */
	uint64_t total_max;  /* bytes of all of them */
	uint64_t before_max; /* bytes before the first; 0: REQ_BODY_MAX */
};

/* Why the files, or the rest of them, were not read. */
enum upload_problem {
	UPLOAD_FINE,
	UPLOAD_UNASKED,    /* of whom: no member with access, or no csrf */
	UPLOAD_TOO_MANY,   /* more than files_max */
	UPLOAD_FILE_LARGE, /* one is larger than file_max */
	UPLOAD_ALL_LARGE,  /* together they are larger than total_max */
	UPLOAD_NO_ROOM     /* on the disk */
};

/*
 * A file, which no other process can see; reading begins at its first byte.
 * The request owns it; a page that takes `fd` over sets it to -1.  `part` is
 * which of the form's file fields it was in, from 1.  A field in which no file
 * was chosen is counted, but isn't in the list; a file without any bytes is.
 */
struct upload_file {
	int fd;
	uint64_t size;
	unsigned part;
};

struct upload {
	struct upload_file file[UPLOAD_FILES_MAX]; /* those that are whole */
	size_t n;
	unsigned parts; /* file fields that have come */
	enum upload_problem problem;
	unsigned part; /* the one with that problem; 0: none */
};

/* Whether the page accepts files, and the form is encoded to have some. */
bool req_sends_files(const struct req *q);

/*
 * Reads such a form into q->form and q->upload, or returns what it has returned
 * before.  The visitor must be known.  Returns 0, also with a `problem`, or the
 * HTTP status of what is wrong: 400 for a malformed form, 411, 413 if it is too
 * long before its first file, and 415.
 */
int req_read_upload(struct req *q);

/* What has come with the form; empty if it can have no files.  Never NULL. */
const struct upload *req_upload(const struct req *q);

/* The HTTP status for a problem: 403, 422, 413 or 507; 0: UPLOAD_FINE. */
int upload_status(enum upload_problem problem);

/* When the request is over: closes the files. */
void req_close_upload(struct req *q);

/* Opens another temporary file like that.  Returns -1 if it cannot. */
int upload_open(void);
void upload_close(int fd);

#endif
