/*
 * Codes that depend on the time (TOTP, RFC 6238), as every authenticator app
 * makes them: SHA-1, six digits, a new one every 30 seconds.  liboath does the
 * arithmetic.
 */
#ifndef TOTP_H
#define TOTP_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "base/arena.h"

#define TOTP_SECRET_BYTES 20
#define TOTP_DIGITS       6
#define TOTP_SECONDS      30 /* of a step */

/*
 * So many steps early or late are accepted, since the clock of a phone may
 * differ from ours, and typing takes time.
 */
#define TOTP_WINDOW 1

/* The code of the step in which this second is.  Returns false if it fails. */
bool totp_code(const unsigned char secret[TOTP_SECRET_BYTES], time_t second,
	       char code[TOTP_DIGITS + 1]);

/*
 * Finds the step, counted since 1970, that has this code, among those around
 * the second `now` and after the step `last`.  Returns false if none has it.
 * The comparison takes the same time, wherever the codes differ.
 */
bool totp_find(const unsigned char secret[TOTP_SECRET_BYTES], const char *code,
	       time_t now, uint64_t last, uint64_t *step);

/* The secret as people type it into an app: base32, without padding. */
const char *totp_base32(struct arena *a,
			const unsigned char secret[TOTP_SECRET_BYTES]);

#endif
