/*
 * Passwords: their hashes, changes and reset links; private to libretwis.
 *
 * In a page program a thread computes the hashes, so that other requests don't
 * wait for it.
 */
#ifndef PASSWORD_H
#define PASSWORD_H

#include "libretwis/retwis.h"
#include "redis/connection.h"
#include "redis/pipe.h"

/*
 * As secret_hash() and secret_verify(), however the password's letters are
 * composed: the hash is that of its NFC, and one of another form is replaced.
 * RT_LATE if rt_hash_deadline() has set a deadline that can't be met.
 * RT_DENIED if it isn't the stored password.
 */
enum rt_err password_hash(struct rt *rt, struct arena *a, const char *password,
			  const char **phc);
enum rt_err password_verify(struct rt *rt, struct arena *a,
			    const char *password, const char *stored,
			    const char **phc);

/* ---- changes ----------------------------------------------------------- */

/*
 * After a script that has stored a new password: the member's sessions have
 * this generation from now on, the first one has the secret `fresh`, and
 * session_clear() deletes the others.  RT_NOT_FOUND if the generation is 0,
 * which means that the script has stored nothing.
 */
enum rt_err password_renew_sessions(struct rt *rt, struct arena *a,
				    struct rt_user *u, uint64_t generation,
				    const char *fresh);

#endif
