/* The errors that a function of the library may return.  Part of retwis.h. */
#ifndef ERROR_H
#define ERROR_H

enum rt_err {
	RT_OK,
	RT_NOT_FOUND, /* no such member or post */
	RT_TAKEN,     /* the name is in use */
	RT_DENIED,    /* wrong name or password */
	RT_BLOCKED,   /* one of the two members blocks the other */
	RT_CODE,      /* the password is right, and a code is still missing */
	RT_LIMITED,   /* too often; rt_retry_after() says when to try again */
	RT_LATE, /* no time is left: to hash a password, or to correct a post */
	RT_ANSWERED,  /* too late to change a question: it has been answered */
	RT_FULL,      /* Redis can read but not write: memory or disk full */
	RT_DOWN,      /* Redis does not answer */
	RT_FORBIDDEN, /* not permitted to our Redis user; see access_denied.h */
	RT_FOREIGN,   /* the database is that of a later Retwis, or not ours */
	RT_CHANGED,   /* the site's settings: begin the request again */
	RT_BROKEN,    /* a reply that makes no sense: a bug, or foreign data */
};

/* A message for a log or a terminal. */
const char *rt_strerror(enum rt_err err);

#endif
