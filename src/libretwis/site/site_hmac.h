/*
 * Digests that only this site can make, by its key; private to libretwis.
 *
 * A plain SHA-256 of an address, or of a name, gives it back in minutes to
 * anybody who has a copy of the database and tries all that there are.  The key
 * stands in a file of its own, RETWIS_KEY_FILE, and never in the database.
 */
#ifndef SITE_HMAC_H
#define SITE_HMAC_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

/*
 * HMAC-SHA256 under the site's key, as hex.  One made for a `purpose`, a word
 * without a blank, is no good for another one.
 */
const char *rt_site_hmac(const struct rt *rt, struct arena *a,
			 const char *purpose, const char *text);

#endif
