/* When to try again. */
#ifndef FAILURE_H
#define FAILURE_H

#include "http/req.h"
#include "view/tpl.h"

/* "4 minutes", rounded up; fewer than two are told as "119 seconds". */
const char *view_wait(struct arena *a, uint64_t seconds);

/* After RT_LIMITED, as a sentence: "Try again in 4 minutes." */
const char *page_wait(struct req *q);

/* Adds Retry-After, where the status calls for it. */
void page_retry(struct req *q, int status);

/* After RT_LIMITED: ends the page with this form, and says when (429). */
void page_limited(struct req *q, struct tpl *form);

/* The same, with a sentence for a visitor who has to wait for hours. */
void page_limited_or(struct req *q, struct tpl *form, const char *advice);

/*
 * Nothing that a member types is ever lost.  Whatever came between, the text
 * comes back in its form.  Where the session has ended, it comes back beside
 * the sign-in form, and in its own form once the member has signed in.
 *
 * The text is taken from the body of a POST alone, after req_require() has let
 * that pass: no link and no other site puts a text into somebody's form.
 */

#define UNSENT_TEMPLATES "login.tpl", "refused.tpl", "post_form.tpl", "bio.tpl"

/*
 * Instead of an error page, or of a redirect: gives back the post or the line
 * that a form brought; or the sign-in form, with the text beside it, to a
 * visitor who is not signed in.  The status says why.
 * False, with no answer, where nothing was typed.
 */
bool page_return_draft(struct req *q, int status);

/*
 * These begin a page, which the caller ends.  The first two return its form:
 * for signing in, with a text that another form brought, and for a post that
 * was not stored.  The last returns the page of the member's line.
 */
struct tpl *page_sign_in(struct req *q);
struct tpl *page_unposted(struct req *q, uint64_t reply_to);
struct tpl *page_bio(struct req *q, const char *bio);

/* Pages that say what went wrong. */

/* An HTTP status of 400 or more; one that is not known here becomes 500. */
void page_error(struct req *q, int status);

/*
 * In place of the answer to a form that was carried out: it is on no replica
 * yet, and the host wants it to be (503).  The session that it may have begun
 * stays.  The form comes back as it was, since to send it again is harmless.
 */
void page_unsure(struct req *q);

#endif
