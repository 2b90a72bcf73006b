/*
 * Reads requests from a connection of the web server, in the records of
 * FastCGI.  Its specification is followed, with the numbers that libfcgi's
 * <fastcgi.h> has for it.
 *
 * libfcgi can read requests, too, but only with a read() that blocks, and it
 * has no hook for another one.  It also takes a body that was cut short for a
 * whole one, loses a request that arrives together with the end of the one
 * before, and allocates whatever length it is told.  All that it still does for
 * us is to say, in main.c, whether a program was started as plain CGI.
 */
#ifndef FCGI_READER_H
#define FCGI_READER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/*
 * Requests that a process takes at once, one a connection.  With more nobody is
 * sent away, but waits at the socket.  There are 1024 files, as Linux has it,
 * if nobody has asked for more.
 */
#define FCGI_CONNECTIONS_MAX 500

/* All variables of a request together, with their names. */
#define FCGI_PARAMS_MAX ((size_t)64 * 1024)

/* Most requests fit, so that they take one read(). */
#define FCGI_BUFFER ((size_t)16 * 1024)

/* The body of a request: more may come, or its end was seen, or never will be. */
enum fcgi_body { FCGI_BODY_OPEN, FCGI_BODY_WHOLE, FCGI_BODY_CUT };

struct fcgi_reader {
	int fd;
	bool (*wait)(void *who);
	void *who;

	/* The request that fcgi_next() has found. */
	int id;
	char **env; /* "NAME=value", up to NULL */
	enum fcgi_body body;
	bool is_kept; /* the connection, after this request */

	/* For fcgi_reader.c. */
	bool is_open;         /* the request has not been answered */
	bool is_lost;         /* nothing that follows can be understood */
	size_t left, padding; /* of the record that is being read */
	size_t at, end;       /* what is still unread in `bytes` */
	unsigned char bytes[FCGI_BUFFER];
};

/*
 * Reads from `fd`, a socket that does not block.  `wait` returns once there is
 * more to read; false if that takes too long.
 */
void fcgi_open(struct fcgi_reader *r, int fd, bool (*wait)(void *who),
	       void *who);

/*
 * Reads the next request up to its body, into the memory of `a`.  One whose
 * variables are too long or make no sense has none at all, and stderr says so.
 * False if there is no further request: the connection is to be closed.
 */
bool fcgi_next(struct fcgi_reader *r, struct arena *a);

/* Reads bytes of the body: fewer than `len` only where it ends, or is cut. */
size_t fcgi_read(struct fcgi_reader *r, void *to, size_t len);

/*
 * After the answer: reads what is left of the body.  True if another request
 * may follow on this connection.
 */
bool fcgi_finish(struct fcgi_reader *r);

/* Bytes of the next request have been read already. */
bool fcgi_has_more(const struct fcgi_reader *r);

/* The last read() filled the buffer, so that there may be more in the socket. */
bool fcgi_was_filled(const struct fcgi_reader *r);

#endif
