/*
 * The last steps of signing in, which are the same with a code and without;
 * private to libretwis.
 */
#ifndef AUTH_H
#define AUTH_H

#include "libretwis/member/attempt.h"
#include "libretwis/retwis.h"

/*
 * For the member u->id, whose stored password is `stored`: replaces it by the
 * hash `phc`, unless that is NULL, and sets u->generation.  With `begins` it
 * also sets u->secret, of the session that user_announce() will begin; without,
 * a code is still missing, and nothing that opens a session is made.  RT_TAKEN
 * if another password is stored by now, or the member is gone.  One round trip.
 */
enum rt_err auth_enter(struct rt *rt, struct arena *a, struct rt_user *u,
		       const char *stored, const char *phc, bool begins);

/*
 * Begins the session, and tells the member if the place is new.  One round
 * trip, or two.
 */
enum rt_err auth_announce(struct rt *rt, struct arena *a, struct rt_user *u,
			  const struct attempt *t);

#endif
