/*
 * The head of an answer: its headers and cookies, and the ETag by which a
 * visitor need not load again what has not changed.
 */
#ifndef ANSWER_H
#define ANSWER_H

#include "http/req.h"

/*
 * Adds a header line.  Neither format nor values may contain a line break.  If
 * a page adds more than REQ_HEADERS_MAX, none of them is sent and the answer
 * becomes a 500.
 */
__attribute__((format(printf, 2, 3))) void page_header(struct req *q,
						       const char *format,
						       ...);

/*
 * Sets the session's cookie, and with it the one by which we know this browser
 * again.  NULL deletes the session's cookie.
 */
void page_cookie(struct req *q, const char *secret);

/*
 * The challenge of this browser, which has still to prove a code, until it
 * expires: see rt_challenge().  NULL deletes it.
 */
void page_cookie_challenge(struct req *q, const char *token);

/*
 * A word for the next page that this browser loads, within a minute: see
 * view/done.h.  NULL deletes it.
 */
void page_cookie_done(struct req *q, const char *word);

/*
 * After the page has answered: a session that came over HTTPS in the cookie
 * `auth` gets the cookie that HTTPS uses.
 */
void page_move_cookie(struct req *q);

/* A 500 that needs no template, since broken templates may be its cause. */
void page_plain_failure(struct req *q);

/*
 * Adds an ETag to an answer with the status 200, and Last-Modified unless
 * `modified` is 0.  If the visitor has this answer already, it becomes a 304
 * without a body.
 *
 * The ETag is exact.  Last-Modified is for programs that don't support ETags:
 * it counts whole seconds, and doesn't change when something is removed.
 */
void page_etag(struct req *q, time_t modified);

/* The same with an ETag that is known, in quotes, of any kind of answer. */
void page_etag_known(struct req *q, const char *etag, time_t modified);

#endif
