/*
 * The hash `known:ID`: where a member has signed in before; private to
 * libretwis.
 *
 * A place is an address, or the word of a browser.  The hash has its digest by
 * the site's key (site_hmac.h), and the days, counted since 1970, on which the
 * member was there last and until which we know the place, as in "20781 20811".
 * That is 30 days for an address, and a year for a browser: as long as its
 * cookie lasts.  At most KNOWN_PLACES_CAP places stay, the ones used last.
 *
 * A place that has ended counts no more from that day on.  It goes with the
 * next good sign-in, and all of them a year after the last one.
 */
#ifndef KNOWN_PLACES_H
#define KNOWN_PLACES_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

/* Queues the read of what the hash says of the place; it may be nobody's. */
void known_places_queue(struct rt_pipe *p, const char **entry, uint64_t id,
			const char *place);

/* False for NULL, for what has ended, and for what is no entry of ours. */
bool known_places_is(const char *entry);

/* Queues that the member has just been at this address with this browser. */
void known_places_note(struct rt_pipe *p, uint64_t id, const char *address,
		       const char *browser);

#endif
