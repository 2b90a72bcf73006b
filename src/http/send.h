/* Sends an answer to the web server: as a whole, or as a stream. */
#ifndef SEND_H
#define SEND_H

#include "http/req.h"

/*
 * Sends what the page has answered, together with the headers that every
 * answer has.  Returns false if it broke off: then nothing else may be sent
 * over this connection.
 */
bool page_send(struct req *q);

/* ---- streams ----------------------------------------------------------- */

/*
 * Answers with a body that `make` writes by stream_write() after the head has
 * been sent, so that a long answer needs no more memory than a page.  `make`
 * may wait for Redis.  It returns false to break off.  For HEAD it is not
 * called.
 *
 * Such an answer has no length, so only its end shows that it is complete.  If
 * it breaks off, we close the connection, and nginx and Apache close the
 * visitor's.  A plain CGI program has no way to tell them: the format of the
 * body itself must show that its end is missing, as that of a zip does.
 */
void page_stream(struct req *q, const char *type,
		 bool (*make)(struct req *q, void *what), void *what);

/*
 * Writes a piece of the body.  While the visitor accepts nothing, other
 * requests are served.  Returns false if the visitor has gone, has accepted
 * nothing for half a minute or has taken an hour, and when this program is
 * stopping.
 */
bool stream_write(struct req *q, const void *bytes, size_t len);

/* ---- what nginx may cache ---------------------------------------------- */

/*
 * nginx caches pages for visitors for one second (see conf/nginx/http.conf).
 * Its cache has no strict limit: it removes what is too much only every ten
 * seconds, and somebody may make up addresses faster than that.  So nginx only
 * caches pages that allow it, by a header, and few do.
 */

/* What all programs together allow nginx to hold at any moment, in bytes. */
#define MICROCACHE_MAX ((size_t)16 * 1024 * 1024)

/* The pages that may be cached: timeline, profile, status, tag. */
#define MICROCACHE_PROGRAMS 4

/*
 * How long it takes until nginx has removed a page, at most: it is requested
 * during one second, not requested during the next (`inactive`), and nginx
 * checks every ten seconds.  One more, since our seconds and nginx's don't
 * begin at the same moment.
 */
#define MICROCACHE_SECONDS (1 + 1 + 10 + 1)

/*
 * Whether nginx may cache an answer, at this time in seconds.  It may if the
 * same address was requested in this second or the one before, and if the
 * answers of this second are within the share of this process, which is one of
 * `processes`.  So requesting each address once fills nothing.
 */
bool microcache_admits(const char *address, size_t bytes, int64_t second,
		       unsigned processes);

#endif
