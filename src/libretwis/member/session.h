/*
 * Who the visitor is, found in two steps that ride in the pipelines of a
 * page's own reads; private to libretwis.
 *
 * A secret names its owner, or for one of the classic kind `auths` does.  That
 * is only a hint: the secret counts while `user:ID auth` holds it.
 * One secret a member, shared by all browsers, so that signing out, which
 * rotates it, signs out everywhere.
 */
#ifndef SESSION_H
#define SESSION_H

#include "libretwis/redis/pipe.h"

enum {
	SESSION_NAME,
	SESSION_AUTH,
	SESSION_SEEN,
	SESSION_LAST,
	SESSION_FIELDS
};

struct session {
	const char *secret;
	uint64_t id; /* its owner; 0: nobody, or not known yet */
	const char *field[SESSION_FIELDS];
	uint64_t unread; /* how many notices stand above the mark */
	bool checked;
};

/*
 * In the first pipeline: finds the owner, and asks for it only where the
 * secret is a classic one.  A secret of NULL asks nothing.
 */
void session_look(struct rt_pipe *p, struct session *s, const char *secret);

/*
 * In the second pipeline; and before, right behind the look, where a page does
 * more than look in the first one: it asks once, as soon as it can.
 */
void session_check(struct rt_pipe *p, struct session *s);

/* After the second: the visitor, or nobody (id 0). */
struct rt_user session_user(const struct session *s);

#endif
