/* An answer in FastCGI's records, as its specification has them. */
#ifndef RECORD_H
#define RECORD_H

#include <stdbool.h>
#include <stddef.h>

#include "libretwis/base/arena.h"

struct record_bytes {
	const char *text;
	size_t len;
};

/*
 * Answers the request `id`, which the web server asked at the socket `fd`, with
 * head and body: one write, where the socket takes it all.  libfcgi would copy
 * the bytes and take two.  False if the web server has gone, or takes nothing
 * for some seconds.
 */
bool record_answer(struct arena *a, int fd, int id, struct record_bytes head,
		   struct record_bytes body);

/* So long a web server may be silent in the middle of something. */
#define RECORD_PATIENCE_MS 5000

#endif
