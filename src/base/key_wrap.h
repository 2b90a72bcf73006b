/*
 * Encryption of short secrets that also notices changes: AES Key Wrap with
 * Padding (RFC 5649, NIST SP 800-38F), with a key of 256 bits, by OpenSSL,
 * linked statically as in digest.h.  Its other ways to do that allocate memory,
 * and then the whole library comes along with the function that does it.
 *
 * The same secret under the same key gives the same text.  So use a key of its
 * own for each secret.
 */
#ifndef KEY_WRAP_H
#define KEY_WRAP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/digest.h"

#define KEY_WRAP_BYTES DIGEST_BYTES /* of the key */

/* The most that one secret may hold, in bytes. */
#define KEY_WRAP_MAX 64

/* Encrypts `len` bytes, 1 to KEY_WRAP_MAX.  Returns the result in hex. */
char *key_wrap(struct arena *a, const unsigned char key[KEY_WRAP_BYTES],
	       const void *bytes, size_t len);

/*
 * Decrypts what key_wrap() has returned into exactly `len` bytes.  Returns
 * false, and leaves `bytes` as they are, if the text was made with another key,
 * or changed.
 */
bool key_unwrap(const unsigned char key[KEY_WRAP_BYTES], const char *wrapped,
		void *bytes, size_t len);

#endif
