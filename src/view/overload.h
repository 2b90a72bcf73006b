/*
 * Too many who sign in at once.
 *
 * A password hash is dear on purpose, so a thousand sign-ins at once keep a
 * small machine busy for half a minute.  Until a process has time for them
 * they wait in the socket, first come, first served, and the web server hands
 * over when each of them came (HTTP_RETWIS_ASKED).  A visitor for whom there is
 * no time any more is told so at once, without a hash: else the last ones would
 * wait until the web server gives up, for an answer that says nothing.
 *
 * Only what needs a hash is refused.  All else in the same queue is cheap, and
 * waits for nobody but those before it.
 */
#ifndef OVERLOAD_H
#define OVERLOAD_H

#include "http/req.h"
#include "view/tpl.h"

/*
 * Whether the answer would come more than 3.5 seconds after the request, by
 * the time that the last hash took.  Ask it before anything is counted or
 * hashed.  If it is not late by now, it may still be when its turn comes, since
 * hashes take longer the more there is to do: then the data layer says RT_LATE.
 * Where the web server does not say when a request came, it has not waited.
 */
bool req_is_overload(struct req *q);

/* For serve.c: this request is over, and with it its hash. */
void overload_end(const struct req *q);

/* Ends the page with this form, and says when there will be time (429). */
void page_overload(struct req *q, struct tpl *form);

/*
 * How many milliseconds ago that was: "1795260308.123" in seconds, as nginx has
 * it, or "t=1795260308123456 D=789" in microseconds: Apache's time of the first
 * line, and how long the rest of the request took.  `now` is in milliseconds
 * since 1970.  0 for any other text or NULL, for a time that is yet to come,
 * and for one so long ago that a clock must have been set in between.
 */
int64_t overload_waited_ms(const char *asked, int64_t now);

/* Whether it is too late to begin with a hash; see req_is_overload(). */
bool overload_is(int64_t waited_ms, int64_t hash_ms);

/*
 * In how many seconds the next one who is refused may come again, from 1 to
 * 60: this process has time for one of them in each `hash_ms`, so they are told
 * one after the other, and do not all come back at the same moment.  `now` is
 * by clock_ms().
 */
uint64_t overload_retry(int64_t now, int64_t hash_ms);

#endif
