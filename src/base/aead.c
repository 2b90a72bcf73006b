/* See digest.c: these functions take no tables along, either. */
#define OPENSSL_SUPPRESS_DEPRECATED
#include "base/aead.h"

#include <openssl/aes.h>
#include <openssl/crypto.h>
#include <openssl/modes.h>
#include <stdlib.h>
#include <string.h>

#include "base/secret.h"

#define NONCE_BYTES 12
#define TAG_BYTES   16
#define SEALED_MAX  (NONCE_BYTES + AEAD_MAX + TAG_BYTES)

static void aead_block(const unsigned char in[16], unsigned char out[16],
		       const void *key)
{
	AES_encrypt(in, out, key);
}

/* The caller releases it. */
static GCM128_CONTEXT *aead_begin(const unsigned char key[AEAD_KEY_BYTES],
				  AES_KEY *schedule, const char *bound,
				  const unsigned char nonce[NONCE_BYTES])
{
	GCM128_CONTEXT *gcm;

	AES_set_encrypt_key(key, 8 * AEAD_KEY_BYTES, schedule);
	gcm = CRYPTO_gcm128_new(schedule, aead_block);
	if (!gcm)
		abort();
	CRYPTO_gcm128_setiv(gcm, nonce, NONCE_BYTES);
	CRYPTO_gcm128_aad(gcm, (const unsigned char *)bound, strlen(bound));
	return gcm;
}

static void aead_end(GCM128_CONTEXT *gcm, AES_KEY *schedule)
{
	CRYPTO_gcm128_release(gcm);
	OPENSSL_cleanse(schedule, sizeof *schedule);
}

char *aead_seal(struct arena *a, const unsigned char key[AEAD_KEY_BYTES],
		const char *bound, const void *bytes, size_t len)
{
	unsigned char all[SEALED_MAX], *to = all + NONCE_BYTES;
	AES_KEY schedule;
	GCM128_CONTEXT *gcm;

	if (len > AEAD_MAX)
		abort();
	arc4random_buf(all, NONCE_BYTES);
	gcm = aead_begin(key, &schedule, bound, all);
	CRYPTO_gcm128_encrypt(gcm, bytes, to, len);
	CRYPTO_gcm128_tag(gcm, to + len, TAG_BYTES);
	aead_end(gcm, &schedule);
	return secret_hex(a, all, NONCE_BYTES + len + TAG_BYTES);
}

bool aead_open(const unsigned char key[AEAD_KEY_BYTES], const char *bound,
	       const char *sealed, void *bytes, size_t len)
{
	unsigned char all[SEALED_MAX], plain[AEAD_MAX];
	const unsigned char *from = all + NONCE_BYTES;
	AES_KEY schedule;
	GCM128_CONTEXT *gcm;
	bool is_whole;

	if (len > AEAD_MAX ||
	    !secret_read_hex(sealed, all, NONCE_BYTES + len + TAG_BYTES))
		return false;
	gcm = aead_begin(key, &schedule, bound, all);
	CRYPTO_gcm128_decrypt(gcm, from, plain, len);
	is_whole = CRYPTO_gcm128_finish(gcm, from + len, TAG_BYTES) == 0;
	aead_end(gcm, &schedule);
	if (is_whole)
		memcpy(bytes, plain, len);
	OPENSSL_cleanse(plain, sizeof plain);
	return is_whole;
}
