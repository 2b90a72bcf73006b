/*
 * Refuses to sign in more people at once than can be handled: by this process,
 * as described here, and by the whole site (attempt_count_site()).
 *
 * A password hash is expensive on purpose, so a thousand sign-ins at once keep
 * a small server busy for half a minute.  Until a process has time for them,
 * the requests wait in the socket, first come, first served, and the web
 * server says when each of them came (HTTP_RETWIS_ASKED).  A visitor for whom
 * there isn't enough time is told so at once, without hashing anything.
 * Otherwise the last ones would wait until the web server gives up, for an
 * answer that explains nothing.
 *
 * Only requests that need a hash are refused.  All others in the same queue
 * are cheap, and wait only for those before them.
 */
#ifndef OVERLOAD_H
#define OVERLOAD_H

#include "http/req.h"
#include "view/tpl.h"

/*
 * Whether the answer to a request that needs so many hashes would come more
 * than 3.5 seconds after it, or half of that for somebody whom we can't know,
 * judging by how long hashes took lately.  Call it before anything is counted
 * or hashed.  If there is time now, it may still be too late when the hash gets
 * its turn, since hashes take longer the more of them there are: then the
 * library returns RT_LATE, as it does if too many strangers on the whole site
 * sign in.  If the web server doesn't say when a request came, we assume that
 * it has not waited.
 */
bool req_is_overload(struct req *q, int hashes);

/* The request is over, and so are its hashes. */
void overload_end(const struct req *q);

/* Ends the page with this form, and says when to try again (429). */
void page_overload(struct req *q, struct tpl *form);

/*
 * How many milliseconds ago a request came: "1795260308.123" in seconds, as
 * nginx writes it, or "t=1795260308123456 D=789" in microseconds: when Apache
 * read the first line, and how long the rest of the request took.  `now` is in
 * milliseconds since 1970.  0 for any other text or NULL, for a time in the
 * future, and for one so long ago that a clock must have been set in between.
 */
int64_t overload_waited_ms(const char *header, int64_t now);

/* Whether it is too late to start hashing; see req_is_overload(). */
bool overload_is_late(int64_t waited_ms, int64_t hash_ms, bool is_stranger);

/*
 * In how many seconds the next visitor who is refused may try again, from 1 to
 * 60.  This process has time for one of them every `hash_ms`, so each gets a
 * later time than the one before, and they don't all come back at the same
 * moment.  `now` is by clock_ms().
 */
uint64_t overload_retry(int64_t now, int64_t hash_ms);

#endif
