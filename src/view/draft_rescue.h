/*
 * Nothing that a member types is ever lost.  Whatever came between, the text
 * comes back in its form.  Where the session has ended, it comes back beside
 * the sign-in form, and in its own form once the member has signed in.
 *
 * The text is taken from the body of a POST alone, after req_require() has let
 * that pass: no link and no other site puts a text into somebody's form.
 */
#ifndef DRAFT_RESCUE_H
#define DRAFT_RESCUE_H

#include "http/req.h"
#include "view/tpl.h"

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

#endif
