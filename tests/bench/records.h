/*
 * FastCGI, as far as a program needs it that trusts the web server: for the
 * floors of `make bench` whose connections are kept.
 */
#ifndef RECORDS_H
#define RECORDS_H

#include <fastcgi.h>
#include <stdbool.h>
#include <stddef.h>

#include "answer.h"

#define RECORD_MAX (FCGI_HEADER_LEN + FCGI_MAX_LENGTH + 255)

/* With an 8-byte header for each part, and the end record. */
#define READY_MAX (ANSWER_MAX + ANSWER_MAX / 1024 + 64)

/* What has arrived on a connection, and is not complete yet. */
struct inbox {
	bool is_kept; /* the request wants the connection kept open */
	size_t len;
	unsigned char bytes[RECORD_MAX];
};

/*
 * Consumes the complete records; returns whether the last one of a request has
 * arrived.  The parameters are not even looked at.
 */
bool inbox_take(struct inbox *in);

/*
 * The records of the answer of a `program`, see answer_read(), to the request
 * 1: nginx sends one request at a time, so all have that number.  Returns the
 * number of bytes.
 */
size_t records_prepare(const char *program, unsigned char ready[READY_MAX]);

#endif
