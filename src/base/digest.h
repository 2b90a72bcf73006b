/*
 * SHA-256, and MD5 for what is left of it, by OpenSSL.
 *
 * Linked into the programs, and not from libcrypto.so: nearly every page needs
 * a digest, and each process that loads the library has 400 KiB of tables in it
 * to itself, since the loader writes addresses into them.  Of OpenSSL this
 * takes 20 KiB of arithmetic.
 */
#ifndef DIGEST_H
#define DIGEST_H

#include <stddef.h>

#define DIGEST_BYTES     32
#define DIGEST_MD5_BYTES 16

void digest_sum(const void *bytes, size_t len,
		unsigned char sum[DIGEST_BYTES]);

/* HMAC-SHA256 (RFC 2104) of a text under a secret. */
void digest_mac(const char *secret, const char *text,
		unsigned char sum[DIGEST_BYTES]);

/*
 * MD5 of one text followed by another, as Retwis-RB kept passwords.  It is
 * broken: use it only to recognise what that made.
 */
void digest_md5(const char *one, const char *other,
		unsigned char sum[DIGEST_MD5_BYTES]);

#endif
