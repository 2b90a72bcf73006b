/* An answer in FastCGI's records, as its specification has them. */
#ifndef RECORD_H
#define RECORD_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

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

/*
 * The same piece by piece: bytes of it, for which the reader may take so long,
 * and its end.  An answer without an end is one that broke off: the caller then
 * closes the connection, and the web server cuts off the visitor's.
 */
bool record_piece(int fd, int id, struct record_bytes piece, int patience_ms);
bool record_finish(struct arena *a, int fd, int id);

/* Ends the request `id` without an answer: a protocol status of <fastcgi.h>. */
bool record_refuse(int fd, int id, int why);

/* A record that belongs to no request, with up to 64 KiB of content. */
bool record_manage(int fd, int type, struct record_bytes content);

/* How long a web server may take nothing in the middle of an answer. */
#define RECORD_PATIENCE_MS 5000

#endif
