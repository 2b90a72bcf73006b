/*
 * What stands for a right password until the code arrives; private to
 * libretwis.
 *
 * The browser has a random token in a cookie.  `challenge:DIGEST`, on the bus,
 * has the digest of that token, so that nothing in the database opens a
 * session.  The value is "ID GENERATION": who it is, and the generation of
 * sessions that the password belonged to.  GETDEL takes it: of two who send one
 * token at once, the second finds nothing.
 */
#ifndef CHALLENGE_H
#define CHALLENGE_H

#include "libretwis/retwis.h"

struct challenge {
	uint64_t id;
	uint64_t generation;
	uint64_t seconds; /* how long it is still good, CHALLENGE_SECONDS at
			   * most; 0: not at all */
};

/*
 * Stores a challenge, which rt_challenge() returns until rt_end_request().
 * RT_NOT_FOUND if it has no time left.  One round trip on the bus.
 */
enum rt_err challenge_begin(struct rt *rt, struct arena *a,
			    const struct challenge *c);

/*
 * The same for somebody who has just proved to be the member `u`, but for the
 * code: RT_CODE, or the error.
 */
enum rt_err challenge_ask(struct rt *rt, struct arena *a,
			  const struct rt_user *u);

/*
 * Takes the challenge with this token, so that nobody else can.  RT_NOT_FOUND
 * if there is none.  One round trip on the bus.
 */
enum rt_err challenge_take(struct rt *rt, struct arena *a, const char *token,
			   struct challenge *c);

#endif
