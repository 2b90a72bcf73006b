/*
 * Who may read, where RETWIS_READERS is "members".
 *
 * A page is shut unless it has found a reader: so one that forgets to ask shows
 * nothing.  A visitor who is turned away gets the same bytes for every address,
 * and does not learn what there is.
 */
#ifndef ACCESS_H
#define ACCESS_H

#include "http/req.h"

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
