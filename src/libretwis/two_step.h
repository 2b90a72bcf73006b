/*
 * Two-step sign-in: after the password, a member enters a code from an app on
 * a phone (base/totp.h).  Part of retwis.h.
 *
 * Whoever knows the password gets a challenge, which lasts for five minutes
 * and opens nothing but the next step.  It belongs to one browser, since it is
 * in a cookie.  Sessions that a member has already continue.
 *
 * A code opens once, and so does each of the ten spare codes, which the member
 * keeps on paper for the day when the phone is lost.  Refused codes are
 * counted for each member by RETWIS_LIMIT_CODE: all that take a code may
 * return RT_LIMITED.
 *
 * It can't be switched on in a database that is not adopted, since all of a
 * member's browsers share one session there, and PHP Retwis asks for no code.
 */
#ifndef TWO_STEP_H
#define TWO_STEP_H

#include "libretwis/account.h"

#define RT_SPARE_CODES 10

/* How long the secret waits for the code that switches it on, in seconds. */
#define RT_TWO_STEP_SECONDS 3600

struct rt_two_step {
	bool is_on;
	unsigned spare; /* codes that are left */
};

/* Reads whether it is on.  One round trip. */
enum rt_err rt_two_step(struct rt *rt, struct arena *a, uint64_t id,
			struct rt_two_step *state);

/*
 * Returns NULL if this could be a code: six digits, or the ten of a spare one,
 * of any script, perhaps with blanks and hyphens.  Else a sentence for the
 * member.
 */
const char *rt_code_problem(struct arena *a, const char *typed);

/*
 * Makes a secret, in place of one that has not been switched on, and returns
 * it in base32, for an app.  Ask for the password first.  RT_TAKEN if two-step
 * sign-in is on already; RT_NOT_FOUND if the member is gone.  One round trip.
 */
enum rt_err rt_two_step_begin(struct rt *rt, struct arena *a, uint64_t id,
			      const char **secret);

/* Ten codes, ten digits each, as a member writes them down: "12345-67890". */
struct rt_spare_codes {
	const char *v[RT_SPARE_CODES];
};

/*
 * Switches it on, if the code is right, and makes spare codes, which can't be
 * read again.  That code opens nothing any more.  RT_DENIED for a wrong code;
 * RT_NOT_FOUND if no secret waits for one; RT_TAKEN if it is on already.
 * Three round trips.
 */
enum rt_err rt_two_step_on(struct rt *rt, struct arena *a, uint64_t id,
			   const char *typed, struct rt_spare_codes *codes);

/*
 * Checks a code, or a spare one, of a member who has it switched on, and spends
 * it: it opens nothing any more.  RT_DENIED for any other code.  Three round
 * trips.
 */
enum rt_err rt_prove_code(struct rt *rt, struct arena *a, uint64_t id,
			  const char *typed);

/*
 * Makes new spare codes, and the old ones are gone.  RT_NOT_FOUND if two-step
 * sign-in is off.  One round trip.
 */
enum rt_err rt_renew_spare_codes(struct rt *rt, struct arena *a, uint64_t id,
				 struct rt_spare_codes *codes);

/*
 * Switches it off, and the member gets a notice.  Works even while Redis is
 * full, but then without a notice.  Two round trips.
 */
enum rt_err rt_two_step_off(struct rt *rt, struct arena *a, uint64_t id);

/* ---- signing in -------------------------------------------------------- */

#define RT_CHALLENGE_SECONDS 300

/*
 * After RT_CODE, or after rt_sign_in_code() returned RT_DENIED: the challenge,
 * for a cookie of this browser.  NULL: none.
 */
const char *rt_challenge(const struct rt *rt);

/*
 * Signs a member in who has a challenge and gives the code.  Whatever it
 * returns, this challenge is spent.  RT_DENIED for a wrong code: then there is
 * another challenge for what is left of the five minutes.  RT_NOT_FOUND if the
 * challenge was spent, has expired, or if the password has been changed or
 * two-step sign-in switched off in the meantime: the member has to begin again.
 * Seven round trips and one on the bus, and one more from a new address or
 * with a new browser.
 */
enum rt_err rt_sign_in_code(struct rt *rt, struct arena *a,
			    const char *challenge, const char *typed,
			    struct rt_user *user);

#endif
