/*
 * Reads requests from a connection of the web server, as FastCGI records.  It
 * implements the specification, with the constants of libfcgi's <fastcgi.h>.
 *
 * libfcgi itself can read requests, too, but only with a blocking read(), and
 * it has no hook for another one.  Besides, it accepts a body that was cut
 * short as complete, loses a request that arrives together with the end of the
 * one before, and allocates whatever length it is sent.  All that we still use
 * of it is the test in program/main.c whether a program was started as plain
 * CGI.
 */
#ifndef FCGI_READER_H
#define FCGI_READER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/*
 * How many requests a process handles at once, one per connection.  Beyond
 * that nobody is refused, but waits at the socket.  By default Linux allows a
 * process 1024 open files.
 */
#define FCGI_CONNECTIONS_MAX 500

/* The size of all variables of a request together, with their names. */
#define FCGI_PARAMS_MAX ((size_t)64 * 1024)

/* Most requests fit into it, so that they need one read(). */
#define FCGI_BUFFER ((size_t)16 * 1024)

/* The body of a request: more may come, it has ended, or it was cut short. */
enum fcgi_body { FCGI_BODY_OPEN, FCGI_BODY_WHOLE, FCGI_BODY_CUT };

struct fcgi_reader {
	int fd;
	bool (*wait)(void *who);
	void *who;

	/* The request that fcgi_next() has read. */
	int id;
	char **env; /* "NAME=value", and NULL at the end */
	enum fcgi_body body;
	bool keeps_connection; /* open after this request */

	/* Private. */
	bool is_unanswered;
	bool is_broken;       /* nothing that follows can be understood */
	size_t left, padding; /* of the record that is being read */
	size_t at, end;       /* the unread part of `bytes` */
	unsigned char bytes[FCGI_BUFFER];
};

/*
 * Reads from `fd`, a non-blocking socket.  `wait` returns true once there is
 * more to read, and false if that takes too long.
 */
void fcgi_open(struct fcgi_reader *r, int fd, bool (*wait)(void *who),
	       void *who);

/*
 * Reads the next request up to its body, into the memory of `a`.  A request
 * whose variables are too long or malformed gets none at all, and stderr says
 * so.  Returns false if there is no further request: then the connection must
 * be closed.
 */
bool fcgi_next(struct fcgi_reader *r, struct arena *a);

/*
 * Reads from the body.  Fewer than `len` bytes mean that it ended or was cut.
 */
size_t fcgi_read(struct fcgi_reader *r, void *to, size_t len);

/*
 * Reads what has come, or what comes next: at least one byte, unless the body
 * ended or was cut.  `len` is at least 1.
 */
size_t fcgi_read_some(struct fcgi_reader *r, void *to, size_t len);

/*
 * After the answer: reads the rest of the body.  Returns true if another
 * request may follow on this connection.
 */
bool fcgi_finish(struct fcgi_reader *r);

/* Whether bytes of the next request have already been read. */
bool fcgi_has_more(const struct fcgi_reader *r);

/*
 * Whether the last read() filled the buffer, so that the socket may have more.
 */
bool fcgi_was_filled(const struct fcgi_reader *r);

#endif
