/*
 * The hashes of passwords, as secret.h has them; private to libretwis.
 *
 * In a page program a thread computes them, so that nobody else waits for it.
 */
#ifndef HASH_H
#define HASH_H

#include "libretwis/retwis.h"
#include "redis/connection.h"

/*
 * As secret_hash() and secret_verify(); RT_LATE after rt_hash_by().  A password
 * that is not the stored one is RT_DENIED.
 */
enum rt_err hash_new(struct rt *rt, struct arena *a, const char *password,
		     const char **phc);
enum rt_err hash_verify(struct rt *rt, struct arena *a, const char *password,
			const char *stored, const char **phc);

#endif
