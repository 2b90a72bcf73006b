/*
 * An answer that is made while it goes out: a little at a time, in as much
 * memory as a page has.
 *
 * It has no length, so only its end tells that it is whole.  If it breaks off,
 * the web server's connection is closed in the middle, and so nginx and Apache
 * cut off the visitor's.  As plain CGI a program cannot tell them: the body
 * must show by itself that its end is missing.
 */
#ifndef STREAM_H
#define STREAM_H

#include "http/req.h"

/*
 * Answers with what `make` will write: it is called once the head is sent, may
 * wait for Redis in it, and returns false where it breaks off.
 */
void page_stream(struct req *q, const char *type,
		 bool (*make)(struct req *q, void *what), void *what);

/*
 * Within `make`.  Waits while the visitor takes nothing; others are served
 * then.  False once the visitor has gone, takes nothing for half a minute, or
 * has taken an hour; and where this program is told to end.
 */
bool stream_write(struct req *q, const void *bytes, size_t len);

/* For send.c: the head, what `make` writes, and the end. */
bool stream_send(struct req *q, const char *head, size_t len);

#endif
