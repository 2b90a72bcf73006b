/* The answer on its way to the web server. */
#ifndef SEND_H
#define SEND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "http/req.h"

/*
 * Sends what the page has answered, with the headers of every answer.  False if
 * it broke off: then nothing else may follow on that connection.
 */
bool page_send(struct req *q);

/*
 * An answer that is made while it goes out: a little at a time, in as much
 * memory as a page has.
 *
 * It has no length, so only its end tells that it is whole.  If it breaks off,
 * the web server's connection is closed in the middle, and so nginx and Apache
 * cut off the visitor's.  As plain CGI a program cannot tell them: the body
 * must show by itself that its end is missing.
 */

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

/*
 * Pages for visitors, which nginx keeps for a second: see conf/nginx/http.conf.
 *
 * What nginx keeps has no bound of its own: it looks for what is too much every
 * ten seconds, and a stranger makes up addresses faster than that.  So a page
 * that nginx may keep says so, and few do.
 */

/* What all programs together let nginx have at any moment, in bytes. */
#define MICROCACHE_MAX ((size_t)16 * 1024 * 1024)

/* Those whose pages are kept: timeline, profile, status, tag. */
#define MICROCACHE_PROGRAMS 4

/*
 * How long it takes at most until nginx has removed a page: it is asked for
 * during one second, nobody asks during the next (`inactive`), and nginx looks
 * every ten seconds.  One more, since our seconds and nginx's do not begin at
 * the same moment.
 */
#define MICROCACHE_SECONDS (1 + 1 + 10 + 1)

/*
 * Whether nginx may keep an answer, given the time in seconds.  It may if the
 * same address was asked for in this second or the one before, and while the
 * answers of this second are within the share of this process, one of
 * `processes`.  So somebody who asks for each address once leaves nothing
 * there.
 */
bool microcache_admits(const char *address, size_t bytes, int64_t second,
		       unsigned processes);

#endif
