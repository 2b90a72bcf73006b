/* New passwords; private to libretwis. */
#ifndef RENEW_H
#define RENEW_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

/*
 * After a script that stores a new password: the member's sessions are of this
 * generation from now on, the first with the secret `fresh`, and
 * session_clear() takes the others away.  RT_NOT_FOUND if the generation is 0:
 * the script has stored nothing.
 */
enum rt_err renew_sessions(struct rt *rt, struct arena *a, struct rt_user *u,
			   uint64_t generation, const char *fresh);

#endif
