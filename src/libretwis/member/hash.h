/*
 * Password hashes; private to libretwis.
 *
 * In a page program a thread computes them, so that other requests don't wait
 * for it.
 */
#ifndef HASH_H
#define HASH_H

#include "libretwis/retwis.h"
#include "redis/connection.h"

/*
 * As secret_hash() and secret_verify(); RT_LATE if rt_hash_by() has set a
 * deadline that can't be met.  RT_DENIED if it isn't the stored password.
 */
enum rt_err hash_new(struct rt *rt, struct arena *a, const char *password,
		     const char **phc);
enum rt_err hash_verify(struct rt *rt, struct arena *a, const char *password,
			const char *stored, const char **phc);

#endif
