/*
 * The hash `known:ID`: the places where a member has signed in before; private
 * to libretwis.
 *
 * A place is an address, or the word in a browser's cookie.  The field is its
 * digest under the site's key (site_hmac.h).  The value is two days, counted
 * since 1970: when the member last signed in there, and when the place is
 * forgotten, as in "20781 20811".  That is after 30 days for an address, and
 * after a year, which is the age of its cookie, for a browser.  At most
 * KNOWN_PLACES_CAP places are kept, those used last.
 *
 * An expired place stops counting on that day.  It is deleted at the next
 * successful sign-in, and the whole hash a year after the last one.
 */
#ifndef KNOWN_PLACES_H
#define KNOWN_PLACES_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

/*
 * Queues a read of the entry of a place, for any id, also one that nobody has.
 */
void known_places_queue(struct rt_pipe *p, const char **entry, uint64_t id,
			const char *place);

/*
 * Whether the entry says that the place is known.  False for NULL, for one
 * that has expired, and for anything else.
 */
bool known_places_is(const char *entry);

/*
 * Queues that the member has just signed in at this address with this browser.
 */
void known_places_note(struct rt_pipe *p, uint64_t id, const char *address,
		       const char *browser);

#endif
