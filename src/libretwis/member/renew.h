/* New passwords; private to libretwis. */
#ifndef RENEW_H
#define RENEW_H

#include "libretwis/redis/pipe.h"

/*
 * After a script has stored a new password: the member's sessions are of this
 * generation from now on, the first with the secret `fresh`.  Takes away what
 * is left of the others, whose live streams end.  One round trip, and one on
 * the bus.
 */
enum rt_err renew_sessions(struct rt *rt, struct arena *a, struct rt_user *u,
			   uint64_t generation, const char *fresh);

#endif
