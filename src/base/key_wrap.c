/* See digest.c: these functions take no tables along, either. */
#define OPENSSL_SUPPRESS_DEPRECATED
#include "base/key_wrap.h"

#include <openssl/aes.h>
#include <openssl/crypto.h>
#include <openssl/modes.h>
#include <stdlib.h>
#include <string.h>

#include "base/secret.h"

/* Eight bytes that say how long it is, and zeros up to a multiple of eight. */
#define HEAD_BYTES         8
#define WRAPPED_BYTES(len) (HEAD_BYTES + ((len) + 7) / 8 * 8)
#define WRAPPED_MAX        WRAPPED_BYTES(KEY_WRAP_MAX)

static void encrypt_block(const unsigned char in[16], unsigned char out[16],
			  const void *key)
{
	AES_encrypt(in, out, key);
}

static void decrypt_block(const unsigned char in[16], unsigned char out[16],
			  const void *key)
{
	AES_decrypt(in, out, key);
}

char *key_wrap(struct arena *a, const unsigned char key[KEY_WRAP_BYTES],
	       const void *bytes, size_t len)
{
	unsigned char wrapped[WRAPPED_MAX];
	AES_KEY schedule;
	size_t n;

	if (!len || len > KEY_WRAP_MAX)
		abort();
	AES_set_encrypt_key(key, 8 * KEY_WRAP_BYTES, &schedule);
	n = CRYPTO_128_wrap_pad(&schedule, NULL, wrapped, bytes, len,
				encrypt_block);
	OPENSSL_cleanse(&schedule, sizeof schedule);
	return secret_hex(a, wrapped, n);
}

bool key_unwrap(const unsigned char key[KEY_WRAP_BYTES], const char *wrapped,
		void *bytes, size_t len)
{
	unsigned char in[WRAPPED_MAX], out[WRAPPED_MAX];
	AES_KEY schedule;
	size_t n;

	if (len > KEY_WRAP_MAX ||
	    !secret_read_hex(wrapped, in, WRAPPED_BYTES(len)))
		return false;
	AES_set_decrypt_key(key, 8 * KEY_WRAP_BYTES, &schedule);
	n = CRYPTO_128_unwrap_pad(&schedule, NULL, out, in, WRAPPED_BYTES(len),
				  decrypt_block);
	OPENSSL_cleanse(&schedule, sizeof schedule);
	if (n == len)
		memcpy(bytes, out, len);
	OPENSSL_cleanse(out, sizeof out);
	return n == len;
}
