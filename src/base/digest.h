/*
 * SHA-256, by OpenSSL.
 *
 * Linked into the programs, and not from libcrypto.so: nearly every page needs
 * a digest, and each process that loads the library has 400 KiB of tables in it
 * to itself, since the loader writes addresses into them.  Of OpenSSL this
 * takes 20 KiB of arithmetic.
 */
#ifndef DIGEST_H
#define DIGEST_H

#include <stddef.h>

#define DIGEST_BYTES 32

void digest_sum(const void *bytes, size_t len,
		unsigned char sum[DIGEST_BYTES]);

/* HMAC-SHA256 (RFC 2104) of a text under a secret. */
void digest_mac(const char *secret, const char *text,
		unsigned char sum[DIGEST_BYTES]);

#endif
