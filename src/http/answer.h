/* The head of an answer: its headers, cookies, and the way to another page. */
#ifndef ANSWER_H
#define ANSWER_H

#include "http/req.h"

/*
 * One more header line; format and values without line breaks.  Where there are
 * more than REQ_HEADERS_MAX, none of them is sent, and the answer is a 500.
 */
__attribute__((format(printf, 2, 3))) void page_header(struct req *q,
						       const char *format,
						       ...);

/*
 * The session's cookie, and with it the one that a browser is known by.  NULL
 * takes the session's back.
 */
void page_cookie(struct req *q, const char *secret);

/* After the page: gives a session that came as `auth` by HTTPS its new name. */
void page_move_cookie(struct req *q);

/* A 500 that needs no template, since the templates may be what is broken. */
void page_plain_failure(struct req *q);

/* 303; the address is local and already encoded. */
void page_redirect(struct req *q, const char *address);

/* Posts and members with a button have an id in HTML: this, and their number. */
#define PAGE_POST   "p"
#define PAGE_MEMBER "m"

/*
 * Back to the page of our own that the form's `back` names, where that number
 * (or 0) stands; home, if it names none or is too long for a header.
 */
void page_back(struct req *q, const char *letter, uint64_t number);

/*
 * Whether a visitor has an answer already.
 *
 * An ETag tells exactly.  Last-Modified is for programs that know no ETag: it
 * counts in whole seconds, and does not notice when something is taken away.
 */

/*
 * Gives an answer of 200 its ETag, and Last-Modified unless that is 0.  If the
 * visitor has it already, the answer becomes a 304 without a body.
 */
void page_etag(struct req *q, time_t modified);

#endif
