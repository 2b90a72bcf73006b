/*
 * OpenSSL 3 deprecates these functions in favour of algorithms that it looks up
 * by name, in the very tables that static linking avoids.
 */
#define OPENSSL_SUPPRESS_DEPRECATED
#include "base/digest.h"

#include <openssl/md5.h>
#include <openssl/sha.h>
#include <string.h>

#define OUTER 0x5c
#define INNER 0x36

void digest_sum(const void *bytes, size_t len, unsigned char sum[DIGEST_BYTES])
{
	SHA256_CTX sha;

	SHA256_Init(&sha);
	SHA256_Update(&sha, bytes, len);
	SHA256_Final(sum, &sha);
}

/* SHA256(key ^ pad || text), which HMAC (RFC 2104) computes twice. */
static void digest_padded(const unsigned char key[SHA256_CBLOCK], int pad,
			  const void *text, size_t len,
			  unsigned char sum[DIGEST_BYTES])
{
	unsigned char block[SHA256_CBLOCK];
	SHA256_CTX sha;

	for (size_t i = 0; i < sizeof block; i++)
		block[i] = (unsigned char)(key[i] ^ pad);
	SHA256_Init(&sha);
	SHA256_Update(&sha, block, sizeof block);
	SHA256_Update(&sha, text, len);
	SHA256_Final(sum, &sha);
}

void digest_mac(const char *secret, const char *text,
		unsigned char sum[DIGEST_BYTES])
{
	unsigned char key[SHA256_CBLOCK] = { 0 }, inner[DIGEST_BYTES];
	size_t len = strlen(secret);

	if (len > sizeof key)
		digest_sum(secret, len, key);
	else
		memcpy(key, secret, len);
	digest_padded(key, INNER, text, strlen(text), inner);
	digest_padded(key, OUTER, inner, sizeof inner, sum);
}

void digest_md5(const char *one, const char *other,
		unsigned char sum[DIGEST_MD5_BYTES])
{
	MD5_CTX md5;

	MD5_Init(&md5);
	MD5_Update(&md5, one, strlen(one));
	MD5_Update(&md5, other, strlen(other));
	MD5_Final(sum, &md5);
}
