/*
 * MD5, which Retwis-RB kept passwords by.  It is broken, so we only recognise
 * what it made, and wrap that into a hash that is not.
 */
#ifndef MD5_H
#define MD5_H

#include <stdbool.h>

#define MD5_DIGITS 32

/* Of both texts, one behind the other, as hex; false without libcrypto. */
bool md5_hex(const char *one, const char *other, char hex[MD5_DIGITS + 1]);

#endif
