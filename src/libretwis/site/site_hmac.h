/*
 * Digests that only this site can compute, since they use its key; private to
 * libretwis.
 *
 * A plain SHA-256 of an address or of a name is useless as protection: anybody
 * with a copy of the database finds the original in minutes by trying all that
 * exist.  The key is in a file of its own, RETWIS_KEY_FILE, and never in the
 * database.
 */
#ifndef SITE_HMAC_H
#define SITE_HMAC_H

#include "base/digest.h"
#include "libretwis/retwis.h"
#include "redis/pipe.h"

/*
 * HMAC-SHA256 under the site's key, in hex.  `purpose` is a word without a
 * blank; a digest made for one purpose is of no use for another.
 */
const char *rt_site_hmac(const struct rt *rt, struct arena *a,
			 const char *purpose, const char *text);

/*
 * The same as a key for another algorithm.  Nobody can compute the site's key
 * from it, or one for another purpose.
 */
void site_hmac_key(const struct rt *rt, const char *purpose,
		   unsigned char key[DIGEST_BYTES]);

/*
 * A digest by which the site recognizes its database and its folder of
 * pictures.
 */
const char *site_hmac_seal(const struct rt *rt, struct arena *a);

#endif
