/*
 * Encryption that also notices changes: AES-256-GCM (NIST SP 800-38D), by
 * OpenSSL, linked statically as in digest.h.
 */
#ifndef AEAD_H
#define AEAD_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/digest.h"

#define AEAD_KEY_BYTES DIGEST_BYTES

/* The most that one text may hold, in bytes. */
#define AEAD_MAX 64

/*
 * Encrypts `len` bytes, AEAD_MAX at most, and returns a random nonce, the
 * ciphertext and the tag, all in hex.  The result opens only together with the
 * text `bound`, which is not part of it: a ciphertext that somebody has copied
 * to another place is worthless there.
 */
char *aead_seal(struct arena *a, const unsigned char key[AEAD_KEY_BYTES],
		const char *bound, const void *bytes, size_t len);

/*
 * Decrypts what aead_seal() has returned into exactly `len` bytes.  Returns
 * false, and leaves `bytes` as they are, if the text was sealed with another
 * key, bound to another text, or changed.
 */
bool aead_open(const unsigned char key[AEAD_KEY_BYTES], const char *bound,
	       const char *sealed, void *bytes, size_t len);

#endif
