#include "base/secret.h"

#include <argon2.h>
#include <inttypes.h>
#include <openssl/crypto.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/digest.h"
#include "base/prefix.h"

/*
 * The parameters of OWASP's Password Storage Cheat Sheet: argon2id with 19 MiB
 * and two passes.  It takes about 25 ms on a small machine, which is what each
 * guess costs somebody who has stolen the hashes.
 */
#define PASSES       2
#define MEMORY_KIB   (19 * 1024)
#define LANES        1
#define SECRET_BYTES 16
#define SALT_BYTES   16
#define HASH_BYTES   32

#define HEX "0123456789abcdef"

#define PHC_PREFIX "$argon2id$"

/* It is followed by the salt of Retwis-RB, a bar, and the hash of the md5. */
#define WRAP_PREFIX "$md5$"
#define WRAP_BAR    '|'

/* Ours are hex; those of classic databases may contain any letter. */
#define SECRET_LEN_MAX 128
#define SECRET_DIGITS                                                         \
	"0123456789abcdefghijklmnopqrstuvwxyz"                                \
	"ABCDEFGHIJKLMNOPQRSTUVWXYZ"

char *secret_hex(struct arena *a, const unsigned char *bytes, size_t n)
{
	char *s = arena_alloc(a, 2 * n + 1);

	for (size_t i = 0; i < n; i++) {
		s[2 * i] = HEX[bytes[i] >> 4];
		s[2 * i + 1] = HEX[bytes[i] & 15];
	}
	return s;
}

bool secret_read_hex(const char *hex, unsigned char *bytes, size_t n)
{
	if (strlen(hex) != 2 * n || strspn(hex, HEX) != 2 * n)
		return false;
	for (size_t i = 0; i < n; i++)
		bytes[i] =
			(unsigned char)((strchr(HEX, hex[2 * i]) - HEX) << 4 |
					(strchr(HEX, hex[2 * i + 1]) - HEX));
	return true;
}

char *secret_new(struct arena *a)
{
	unsigned char bytes[SECRET_BYTES];

	arc4random_buf(bytes, sizeof bytes);
	return secret_hex(a, bytes, sizeof bytes);
}

char *secret_new_for(struct arena *a, uint64_t owner)
{
	return arena_printf(a, "%s%" PRIx64, secret_new(a), owner);
}

uint64_t secret_owner(const char *secret)
{
	const char *owner = secret + 2 * SECRET_BYTES;

	if (strlen(secret) <= 2 * SECRET_BYTES || strlen(owner) > 16)
		return 0;
	return strtoull(owner, NULL, 16);
}

char *secret_digest(struct arena *a, const char *text)
{
	unsigned char sum[DIGEST_BYTES];

	digest_sum(text, strlen(text), sum);
	return secret_hex(a, sum, sizeof sum);
}

char *secret_mac(struct arena *a, const char *secret, const char *text)
{
	unsigned char sum[DIGEST_BYTES];

	digest_mac(secret, text, sum);
	return secret_hex(a, sum, sizeof sum);
}

bool secret_equal(const char *one, const char *other)
{
	size_t len = strlen(one);

	return len == strlen(other) && CRYPTO_memcmp(one, other, len) == 0;
}

bool secret_plausible(const char *secret)
{
	size_t len = strlen(secret);

	return len > 0 && len <= SECRET_LEN_MAX &&
	       strspn(secret, SECRET_DIGITS) == len;
}

/* ---- passwords --------------------------------------------------------- */

/*
 * How long the last hashes took, in whichever thread.  One that the machine
 * held up says nothing about the next one, so their median counts.
 */
#define TIMES 5

static _Atomic int64_t times_ms[TIMES];
static _Atomic unsigned timed;

void secret_hash_took(int64_t ms)
{
	times_ms[timed++ % TIMES] = ms;
}

int64_t rt_hash_ms(void)
{
	int64_t sorted[TIMES] = { 0 };
	unsigned n = timed < TIMES ? timed : TIMES, at;

	for (unsigned i = 0; i < n; i++) {
		int64_t ms = times_ms[i];

		for (at = i; at > 0 && sorted[at - 1] > ms; at--)
			sorted[at] = sorted[at - 1];
		sorted[at] = ms;
	}
	return n ? sorted[(n - 1) / 2] : 0;
}

enum rt_err secret_hash(struct arena *a, const char *password,
			const char **phc)
{
	size_t size = argon2_encodedlen(PASSES, MEMORY_KIB, LANES, SALT_BYTES,
					HASH_BYTES, Argon2_id);
	char *encoded = arena_alloc(a, size);
	unsigned char salt[SALT_BYTES];
	int64_t began = clock_ms();
	int result;

	arc4random_buf(salt, sizeof salt);
	result = argon2id_hash_encoded(PASSES, MEMORY_KIB, LANES, password,
				       strlen(password), salt, sizeof salt,
				       HASH_BYTES, encoded, size);
	secret_hash_took(clock_ms() - began);
	if (result != ARGON2_OK)
		return RT_BROKEN;
	*phc = encoded;
	return RT_OK;
}

static bool secret_fits_hash(const char *phc, const char *password)
{
	int64_t began = clock_ms();
	int result = argon2id_verify(phc, password, strlen(password));

	secret_hash_took(clock_ms() - began);
	return result == ARGON2_OK;
}

enum rt_err secret_wrap(struct arena *a, const char *salt, const char *md5,
			const char **stored)
{
	const char *phc = NULL;
	enum rt_err err = secret_hash(a, md5, &phc);

	if (!err)
		*stored = arena_printf(a, WRAP_PREFIX "%s%c%s", salt, WRAP_BAR,
				       phc);
	return err;
}

/*
 * `wrapped` is the text after the prefix.  Computes a second hash on success.
 */
static bool secret_fits_wrapped(struct arena *a, const char *wrapped,
				const char *password, const char **phc)
{
	const char *bar = strrchr(wrapped, WRAP_BAR);
	unsigned char md5[DIGEST_MD5_BYTES];

	if (!bar)
		return false;
	digest_md5(arena_strndup(a, wrapped, (size_t)(bar - wrapped)),
		   password, md5);
	return secret_fits_hash(bar + 1, secret_hex(a, md5, sizeof md5)) &&
	       secret_hash(a, password, phc) == RT_OK;
}

bool secret_verify(struct arena *a, const char *password, const char *stored,
		   const char **phc)
{
	const char *hash = NULL;
	bool fits;

	if (stored && text_after(stored, PHC_PREFIX))
		return secret_fits_hash(stored, password);
	if (stored && text_after(stored, WRAP_PREFIX))
		return secret_fits_wrapped(a, text_after(stored, WRAP_PREFIX),
					   password, phc);
	fits = secret_hash(a, password, &hash) == RT_OK && stored && *stored &&
	       secret_equal(password, stored);
	if (fits)
		*phc = hash;
	return fits;
}
