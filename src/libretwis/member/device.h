/*
 * The hash `sessions:ID`: where a member is signed in; private to libretwis.
 *
 * Each browser has a secret of its own in its cookie.  The hash knows only the
 * secret's digest (SHA-256), so that nothing in the database opens a session.
 * The entry, "GENERATION DAY WHAT", says to which generation of sessions it
 * belongs, on which day it was last used, and what it is, as in
 * "3 2026-11-24 Firefox on Android".  A session counts only with the generation
 * that stands in `user:ID`: whatever raises that, ends all of them at once.
 *
 * A "+" before WHAT seals the entry: by HTTPS its secret counts in the cookie
 * `__Host-auth` alone.  All that are made now have it.  An entry without it is
 * from before there was that cookie, and gets it at the first request that
 * shows its secret there.  Only the secret that all browsers once shared never
 * does, since each of them has yet to come.
 *
 * An entry has at most 64 bytes and a member RT_DEVICES of them: so Redis keeps
 * the hash in one small piece of memory, in the order of their signing in.
 */
#ifndef DEVICE_H
#define DEVICE_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

#define DEVICE_SEAL "+"

/* Bytes of WHAT and its seal, with the NUL. */
#define DEVICE_WHAT_MAX 33

/* WHAT where nobody has said it; see rt_device(). */
#define DEVICE_UNKNOWN "A browser"

/* WHAT of the secret that all browsers of a member once shared. */
#define DEVICE_BEFORE "before the change"

/* An entry that was read, and lives as long as that. */
struct device {
	uint64_t generation;
	const char *day; /* DAY_LEN letters of it */
	const char *what;
	bool is_sealed;
};

/* Queues the read of the secret's entry. */
void device_queue(struct rt_pipe *p, const char **entry, uint64_t id,
		  const char *secret);

/* False for NULL, and for what is no entry of ours. */
bool device_read(const char *entry, struct device *d);

/* Queues that the secret opens a session of this generation from today on. */
void device_add(struct rt_pipe *p, uint64_t id, const char *secret,
		uint64_t generation, const char *what);

/* Whether the request that showed it in `__Host-auth` has to seal it. */
bool device_is_open(const struct device *d);

/* Queues that its session was used today, and perhaps that it is sealed. */
void device_used(struct rt_pipe *p, uint64_t id, const char *secret,
		 bool seals);

#endif
