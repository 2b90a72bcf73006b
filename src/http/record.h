/* Writes answers as FastCGI records. */
#ifndef RECORD_H
#define RECORD_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/* How long the web server may accept nothing in the middle of an answer. */
#define RECORD_TIMEOUT_MS 5000

struct record_bytes {
	const char *text;
	size_t len;
};

/*
 * Answers the request `id`, which the web server sent over the socket `fd`,
 * with a head and a body.  It is one write if the socket accepts all of it;
 * libfcgi would copy the bytes and need two.  Returns false if the web server
 * has gone or accepts nothing for some seconds.
 */
bool record_answer(struct arena *a, int fd, int id, struct record_bytes head,
		   struct record_bytes body);

/*
 * The same in pieces: a part of the answer, for which the client may take
 * `timeout_ms`; and its end.  An answer without an end has broken off.  The
 * caller then closes the connection, and the web server closes the visitor's.
 */
bool record_piece(int fd, int id, struct record_bytes piece, int timeout_ms);
bool record_finish(struct arena *a, int fd, int id);

/*
 * Ends the request `id` without an answer; `why` is a protocol status from
 * libfcgi's <fastcgi.h>.
 */
bool record_refuse(int fd, int id, int why);

/*
 * A management record, with up to 64 KiB of content; it belongs to no request.
 */
bool record_management(int fd, int type, struct record_bytes content);

#endif
