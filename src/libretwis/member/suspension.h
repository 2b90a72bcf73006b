/*
 * Suspensions; private to libretwis.
 *
 * The field `suspended` of a member says why: "TOKEN BY AS UNTIL REASON", where
 * the token is that of the act (site/act_log.h), AS the word for a host or a
 * moderator, and UNTIL the second when it ends, or 0.  One that ends has an
 * entry in the delayed queue "suspended", with the same token: whatever else
 * has happened to the member since, an entry ends only its own suspension.
 */
#ifndef SUSPENSION_H
#define SUSPENSION_H

#include "libretwis/standing.h"
#include "redis/pipe.h"

/* The field. */
const char *suspension_text(struct arena *a,
			    const struct rt_standing_change *change,
			    const char *token);

/* Queues the entry. */
void suspension_note_end(struct rt_pipe *p, uint64_t id, const char *token,
			 time_t until);

#endif
