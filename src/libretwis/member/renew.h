/* Changing a password; private to libretwis. */
#ifndef RENEW_H
#define RENEW_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

/*
 * After a script that has stored a new password: the member's sessions have
 * this generation from now on, the first one has the secret `fresh`, and
 * session_clear() deletes the others.  RT_NOT_FOUND if the generation is 0,
 * which means that the script has stored nothing.
 */
enum rt_err renew_sessions(struct rt *rt, struct arena *a, struct rt_user *u,
			   uint64_t generation, const char *fresh);

#endif
