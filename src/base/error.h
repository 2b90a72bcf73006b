/* What a function of the data layer may return; a part of retwis.h. */
#ifndef ERROR_H
#define ERROR_H

enum rt_err {
	RT_OK,
	RT_NOT_FOUND, /* no such member or post */
	RT_TAKEN,     /* the name is in use */
	RT_DENIED,    /* wrong name or password */
	RT_LIMITED,   /* too often; rt_wait() says when again */
	RT_LATE,      /* no time is left for a hash; see rt_hash_by() */
	RT_FULL,      /* Redis reads but does not write: memory, disk */
	RT_DOWN,      /* Redis does not answer */
	RT_FORBIDDEN, /* Redis denies it to our user; see access_denied.h */
	RT_FOREIGN,   /* the data are a later Retwis's, or no Retwis's */
	RT_BROKEN,    /* a reply that makes no sense; a bug or a stranger */
};

/* A sentence for a log or a terminal. */
const char *rt_strerror(enum rt_err err);

#endif
