/*
 * SHA-256, and MD5 for very old passwords, by OpenSSL.
 *
 * They are linked statically.  Nearly every page needs a digest, and each
 * process that loads libcrypto.so has a private copy of 400 KiB of its tables,
 * because the loader relocates addresses in them.  Linked statically, these
 * functions take 20 KiB.
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
 * MD5 of one text followed by another, which is how Retwis-RB hashed passwords.
 * MD5 is broken: use it only to check such old hashes.
 */
void digest_md5(const char *one, const char *other,
		unsigned char sum[DIGEST_MD5_BYTES]);

#endif
