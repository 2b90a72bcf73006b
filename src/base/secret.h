/* Secrets: random ones, hashed ones, and comparing them. */
#ifndef SECRET_H
#define SECRET_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"

/* 128 random bits from the kernel, as 32 hex digits. */
char *secret_new(struct arena *a);

/*
 * A session's secret: 128 random bits and then its owner, all as hex.  The
 * owner is no secret, and tells which member's hash to compare with, so that a
 * page need not ask `auths` first.  secret_owner() gives 0 for a classic
 * secret, which has no owner.
 */
char *secret_of(struct arena *a, uint64_t owner);
uint64_t secret_owner(const char *secret);

/* SHA-256 of the text, as hex. */
char *secret_digest(struct arena *a, const char *text);

/* HMAC-SHA256 of the text under a secret, as hex. */
char *secret_mac(struct arena *a, const char *secret, const char *text);

/* Compares in a time that tells only whether the lengths differ. */
bool secret_equal(const char *one, const char *other);

/* Whether a cookie may hold this at all, before we ask Redis about it. */
bool secret_plausible(const char *secret);

/* argon2id as a PHC string, `$argon2id$v=19$...`; RT_BROKEN without memory. */
enum rt_err secret_hash(struct arena *a, const char *password,
			const char **phc);

/*
 * What to store for a member of Retwis-RB: its salt, and the hash of its md5.
 * Fails as secret_hash() does.
 */
enum rt_err secret_wrap(struct arena *a, const char *salt, const char *md5,
			const char **stored);

/*
 * Whether the password fits the stored one: a PHC string, a classic clear
 * text, one of secret_wrap(), or NULL for none.  Always takes the time of one
 * hash at least.  For any but a PHC string that fits, `phc` gets the hash to
 * store in its place.
 */
bool secret_verify(struct arena *a, const char *password, const char *stored,
		   const char **phc);

#endif
