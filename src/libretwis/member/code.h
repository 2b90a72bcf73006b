/*
 * Codes of two-step sign-in; private to libretwis.
 *
 * These are fields of `user:ID`.  `totp` has the secret, encrypted with a key
 * that is derived from the site's key and bound to the member's id; with it
 * two-step sign-in is on.  `totp_last` has the step of the last code that was
 * used, and `totp_spare` the HMACs of the spare codes.  `totp_new` has a secret
 * that is not switched on yet, after the second when it expires.
 */
#ifndef CODE_H
#define CODE_H

#include "base/totp.h"
#include "libretwis/member/rate_limit.h"
#include "libretwis/member/user_fields.h"
#include "libretwis/retwis.h"

/* Encrypts a secret, and decrypts it: false if that was another key, or id. */
const char *code_seal(const struct rt *rt, struct arena *a, uint64_t id,
		      const unsigned char secret[TOTP_SECRET_BYTES]);
bool code_open(const struct rt *rt, struct arena *a, uint64_t id,
	       const char *sealed, unsigned char secret[TOTP_SECRET_BYTES]);

/* The digits of what was typed, without anything between them. */
const char *code_digits(struct arena *a, const char *typed);

/* The HMAC of a spare code, of which `digits` are all. */
const char *code_spare_mac(const struct rt *rt, struct arena *a, uint64_t id,
			   const char *digits);

/*
 * An attempt: counts it and reads these fields, `which` as in
 * user_fields_queue().  RT_LIMITED after too many.  code_uncount() takes the
 * count back, unless the code was wrong; if that fails, one attempt too many is
 * counted for a day.  One round trip each.
 */
struct code_attempt {
	uint64_t id;
	union user_fields fields;
	struct rate_limit limit;
};

enum rt_err code_count(struct rt *rt, struct arena *a, struct code_attempt *t,
		       unsigned which);
void code_uncount(struct rt *rt, struct arena *a,
		  const struct code_attempt *t);

/*
 * Both for the member t->id, and between them spends the code: RT_DENIED if it
 * isn't right, or was used, perhaps at this moment.  `which` are fields to read
 * besides.  Three round trips.
 */
enum rt_err code_prove(struct rt *rt, struct arena *a, struct code_attempt *t,
		       const char *typed, unsigned which);

#endif
