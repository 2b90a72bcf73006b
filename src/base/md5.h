/*
 * MD5, which Retwis-RB kept passwords by.  It is broken, so we only recognise
 * what it made, and wrap that into a hash that is not.
 */
#ifndef MD5_H
#define MD5_H

#include <stdbool.h>

#define MD5_BYTES 16

/* Of both texts, one behind the other; false without libcrypto. */
bool md5_sum(const char *one, const char *other, unsigned char sum[MD5_BYTES]);

#endif
