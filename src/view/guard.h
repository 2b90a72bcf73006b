/*
 * Guards decide who may make a request.  A guard that refuses has already
 * answered, with a page that says why or with the text that was typed.
 *
 * If RETWIS_READERS is "members", access_check() is the last of them: it hides
 * every page for which no member was found.  So a page that forgets to ask who
 * the visitor is shows nothing.  A visitor who is refused gets the same page
 * for every address, and can't find out what exists: the page only repeats the
 * address, as the one that opens after signing in.  The form to register is
 * the exception, for those who may register: it says if a name is taken.
 */
#ifndef GUARD_H
#define GUARD_H

#include "http/req.h"

/*
 * Requires this path (NULL: any) and one of these methods, else answers 404 or
 * 405.  A POST must have a valid form from this site, else the answer is 400,
 * 403, 411, 413 or 415.
 * If the form may have files (http/upload.h), this also finds out who asks.
 */
bool req_require(struct req *q, const char *path, const char *methods);

/* The same for a page that reads the body of the form itself. */
bool req_require_bare(struct req *q, const char *path, const char *methods);

/* For a page that has loaded the visitor together with its own data. */
void req_set_user(struct req *q, const struct rt_user *me);

/*
 * The same for a page of members.  Returns false if it has answered, because
 * the visitor isn't signed in or has no access.
 */
bool req_require_standing(struct req *q, const struct rt_user *me);

/*
 * Finds out who asks, without checking `csrf`: for forms that strangers send,
 * which change nothing for a member who is already signed in.
 */
bool req_load_user(struct req *q);

/*
 * Finds out who asks.  A member's POST must have the right `csrf`, else 403.
 */
bool req_load_account(struct req *q);

/*
 * The member who asks, or NULL if that has been answered: a visitor who is not
 * signed in is sent to the sign-in page.  A member who waits for approval or
 * is suspended has an account, but req_require_user() answers that this is
 * all.
 */
const struct rt_user *req_require_account(struct req *q);
const struct rt_user *req_require_user(struct req *q);

/*
 * req_require() and req_require_user() for a page that only hosts may use: for
 * everybody else its address doesn't exist (404).
 */
bool req_require_host(struct req *q, const char *path, const char *methods);

/* The same for a page that hosts and moderators may use. */
bool req_require_staff(struct req *q, const char *path, const char *methods);

/*
 * Returns false for an error of the library, after answering it with a page.
 */
bool req_ok(struct req *q, enum rt_err err);

/*
 * A 403 for a member without access, which says why.  Its bytes don't depend
 * on what was requested.
 */
void page_no_access(struct req *q);

/* The first page that a stranger sees, with the form to sign in. */
void page_welcome(struct req *q, int status);

/* ---- if only members may read ------------------------------------------ */

enum access {
	ACCESS_MEMBERS, /* members */
	ACCESS_LINK,    /* the same, and for whom the page sets `is_let_in` */
	ACCESS_ACCOUNT, /* everybody with an account */
	ACCESS_OPEN     /* everybody: to sign in, and the host's texts */
};

/* Before the page runs: whether to refuse without any request to Redis. */
bool access_is_denied(const struct req *q, enum access needs);

/*
 * After the page has run: unless it has found a reader, replaces its answer by
 * a 401, or by a 403 for a member without access.  That takes a round trip if
 * the page has not found out who asks.
 */
void access_check(struct req *q, enum access needs);

/*
 * Replaces the answer by one that says to come back in a moment (503), unless
 * it is that already: nobody knows yet who may read the site.
 */
void page_unsettled(struct req *q);

#endif
