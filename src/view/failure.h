/*
 * Pages that say what went wrong and when to try again, and the text that a
 * member has typed: whatever goes wrong, it is not lost.
 */
#ifndef FAILURE_H
#define FAILURE_H

#include "http/req.h"
#include "view/tpl.h"
#include "view/view_post_form.h"

/* An error page; `status` is an HTTP status of 400 or more. */
void page_error(struct req *q, int status);

/* The same with a reason of its own, since the status alone would mislead. */
void page_refuse(struct req *q, int status, const char *heading,
		 const char *message);

/*
 * After RT_BLOCKED: says that this member can't do that here, and no more (403).
 * A post comes back as it was typed.
 */
void page_blocked(struct req *q);

/*
 * Replaces the answer to a form that was carried out, but isn't on any replica
 * yet although the host requires that (503).  If it has started a session,
 * that one remains.  The form comes back as it was, since sending it again
 * does no harm.
 */
void page_unreplicated(struct req *q);

/* ---- when to try again ------------------------------------------------- */

/* "4 minutes", rounded up; less than two minutes in seconds: "119 seconds". */
const char *view_wait(struct arena *a, uint64_t seconds);

/* After RT_LIMITED, as a sentence: "Try again in 4 minutes." */
const char *page_wait(struct req *q);

/* The same for a member who has just changed something too often. */
const char *page_too_many_changes(struct req *q);

/* Adds the header Retry-After, if the status calls for one. */
void page_retry(struct req *q, int status);

/* After RT_LIMITED: ends the page with this form, and says when (429). */
void page_limited(struct req *q, struct tpl *form);

/* The same, with one more sentence for a visitor who has to wait for hours. */
void page_limited_or(struct req *q, struct tpl *form, const char *advice);

/* ---- drafts ------------------------------------------------------------ */

/*
 * The text comes back in its form.  If the session has ended, it comes back
 * next to the sign-in form, and in its own form once the member has signed in.
 *
 * It is taken only from the body of a POST that req_require() has let pass, so
 * no link and no other site can put a text into somebody's form.
 */

#define DRAFT_TEMPLATES                                                       \
	"login.tpl", "login_kept.tpl", "refused.tpl", "body.tpl", "bio.tpl",  \
		"edit.tpl", POST_FORM_TEMPLATES

/* Whether the form has a text that somebody typed, and that must come back. */
bool draft_is_sent(const struct req *q);

/*
 * Instead of an error page or a redirect: gives back the post or the line
 * about the member that a form contained.  A visitor who is not signed in gets
 * the sign-in form with that text next to it.  The status says why.  Returns
 * false, without an answer, if nothing was typed.
 */
bool page_return_draft(struct req *q, int status);

/* What was typed on "Edit profile", and what is wrong with it, or NULL. */
struct bio_form {
	const char *name; /* the display name; NULL: has no field */
	const char *bio;
	const char *bad_name, *bad_bio;
};

/*
 * These begin a page, which the caller must end.  The first two return its
 * form: the one to sign in, and the one for the code of two-step sign-in, with
 * its field, both with a text from another form.  The third one has the form
 * of a post that was not stored; `bad` may be NULL.  The last one returns the
 * page where members describe themselves.
 */
struct tpl *page_sign_in(struct req *q);
struct tpl *page_sign_in_code(struct req *q, struct tpl **field);
void page_draft(struct req *q, uint64_t reply_to,
		const struct post_problems *bad);
struct tpl *page_bio(struct req *q, const struct bio_form *f);

#endif
