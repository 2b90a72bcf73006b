/* Creating, hashing and comparing secrets. */
#ifndef SECRET_H
#define SECRET_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"

/* `n` bytes as 2n hex digits, in lower case. */
char *secret_hex(struct arena *a, const unsigned char *bytes, size_t n);

/*
 * Reads what secret_hex() has written.  Returns false, with some of `bytes`
 * perhaps changed, unless the text has exactly `n` bytes.
 */
bool secret_read_hex(const char *hex, unsigned char *bytes, size_t n);

/* 128 random bits as 32 hex digits. */
char *secret_new(struct arena *a);

/*
 * The secret of a session: 128 random bits followed by its owner, all in hex.
 * The owner is not secret.  It determines which member's hash to compare with,
 * so a page need not look it up in `auths` first.  secret_owner() returns 0 for
 * a classic secret, which has no owner.
 */
char *secret_new_for(struct arena *a, uint64_t owner);
uint64_t secret_owner(const char *secret);

/* SHA-256 of the text, in hex. */
char *secret_digest(struct arena *a, const char *text);

/* HMAC-SHA256 of the text under a secret, in hex. */
char *secret_mac(struct arena *a, const char *secret, const char *text);

/* Compares in constant time, apart from whether the lengths differ. */
bool secret_equal(const char *one, const char *other);

/* Whether the form of a cookie is valid, before Redis is asked about it. */
bool secret_plausible(const char *secret);

/*
 * Hashes by argon2id, as a PHC string `$argon2id$v=19$...`.  RT_BROKEN if there
 * is not enough memory.
 */
enum rt_err secret_hash(struct arena *a, const char *password,
			const char **phc);

/* Notes how long a hash took, for rt_hash_ms(); from any thread. */
void secret_hash_took(int64_t ms);

/*
 * What to store for a member of Retwis-RB, whose password is known only as a
 * salted md5: the salt, and the argon2id hash of the md5.  Fails as
 * secret_hash() does.
 */
enum rt_err secret_wrap(struct arena *a, const char *salt, const char *md5,
			const char **stored);

/*
 * Whether the password matches the stored one, which may be a PHC string, a
 * classic clear text, one of secret_wrap(), or NULL for none.  It always takes
 * at least as long as one hash, so the time does not reveal whether a member
 * exists.  If it matches anything but a PHC string, `phc` becomes the hash to
 * store instead.
 */
bool secret_verify(struct arena *a, const char *password, const char *stored,
		   const char **phc);

#endif
