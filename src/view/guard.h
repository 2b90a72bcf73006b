/* The answer to members who are signed in, and do not belong here (now). */
#ifndef GUARD_H
#define GUARD_H

#include "http/req.h"

/* A 403 that says why.  Its bytes do not depend on what was asked. */
void page_no_access(struct req *q);

/*
 * Who may ask what.  A guard that says no has answered already, with a page
 * that says why or with the text that was typed.
 */

/*
 * The path (NULL: any) and one of the methods, else 404 or 405; and for a
 * POST a good form from our own site, else 400, 403, 411, 413 or 415.
 */
bool req_require(struct req *q, const char *path, const char *methods);

/* The same for a page that reads its form itself. */
bool req_require_bare(struct req *q, const char *path, const char *methods);

/* A page has learnt who asks, together with its own data. */
void req_is(struct req *q, const struct rt_user *me);

/* The same for a page of members; false when it has answered somebody else. */
bool req_require_standing(struct req *q, const struct rt_user *me);

/*
 * Finds out who asks, and looks at no `csrf`: for forms that strangers send,
 * which change nothing for a member who is signed in already.
 */
bool req_load_user(struct req *q);

/* Finds out who asks.  A member's POST must carry `csrf`, else 403. */
bool req_load_account(struct req *q);

/*
 * The member who asks, or NULL when that is answered: a visitor who is not
 * signed in is sent to the sign-in page.  Those who wait to be let in, and
 * those who were stopped, have an account, but are told that they can do
 * nothing else.
 */
const struct rt_user *req_require_account(struct req *q);
const struct rt_user *req_require_user(struct req *q);

/*
 * req_require() and req_require_user() for a page of hosts: for everybody else
 * there is no such address, 404.
 */
bool req_require_host(struct req *q, const char *path, const char *methods);

/* False for an error of the data layer, which is answered with a page. */
bool req_ok(struct req *q, enum rt_err err);

/*
 * Who may read, where RETWIS_READERS is "members".
 *
 * A page is shut unless it has found a reader: so one that forgets to ask shows
 * nothing.  A visitor who is turned away gets the same bytes for every address,
 * and does not learn what there is.
 */

enum access {
	ACCESS_MEMBERS, /* for members */
	ACCESS_LINK,    /* the same, and for whom the page sets `is_let_in` */
	ACCESS_ACCOUNT, /* for all who have one, also those who do not belong */
	ACCESS_OPEN /* for everybody: to come in, and what the host tells */
};

/* Before the page: whether to turn away without asking anything of Redis. */
bool access_is_shut(const struct req *q, enum access door);

/*
 * After the page: puts a 401 in the place of its answer, or a 403 for a member
 * who is no reader, unless there is one.  One round trip where the page itself
 * did not ask for one.
 */
void access_check(struct req *q, enum access door);

/* The first page that a stranger sees, with the form to sign in. */
void page_welcome(struct req *q, int status);

#endif
