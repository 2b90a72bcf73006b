/*
 * The hash `sessions:ID`, a member's sessions; private to libretwis.
 *
 * Each browser has a secret of its own in its cookie.  The hash has only the
 * secret's digest (SHA-256), so that nothing in the database opens a session.
 * The entry, "GENERATION DAY WHAT", contains the generation of sessions that
 * it belongs to, the day of last use, and a description of the browser, as in
 * "3 2026-11-24 Firefox on Android".  A session counts only if its generation
 * is that of `user:ID`, so increasing that number ends all sessions at once.
 *
 * A "+" before WHAT seals the entry: over HTTPS its secret counts only in the
 * cookie `__Host-auth`.  All new entries have it.  One without it is older
 * than that cookie, and is sealed by the first request that sends its secret
 * there.  The secret that all browsers once shared is never sealed, since
 * other browsers may still send it in the old cookie.
 *
 * An entry has at most 64 bytes, and a member at most RT_DEVICES of them.  So
 * Redis keeps the hash in one small piece of memory, in the order in which
 * they were added.
 */
#ifndef DEVICE_H
#define DEVICE_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

#define DEVICE_SEAL "+"

/* Bytes of WHAT with its seal and the NUL. */
#define DEVICE_WHAT_MAX 33

/* WHAT if rt_device() was not called. */
#define DEVICE_UNKNOWN "A browser"

/* WHAT of the secret that all browsers of a member once shared. */
#define DEVICE_BEFORE "before the change"

/* A parsed entry, which points into the text that was parsed. */
struct device {
	uint64_t generation;
	const char *day; /* DAY_LEN characters of it */
	const char *what;
	bool is_sealed;
};

/* Queues a read of the secret's entry. */
void device_queue(struct rt_pipe *p, const char **entry, uint64_t id,
		  const char *secret);

/* Parses an entry.  False for NULL, and for anything else that isn't one. */
bool device_read(const char *entry, struct device *d);

/*
 * Queues a new session of this generation with this secret, last used today.
 */
void device_add(struct rt_pipe *p, uint64_t id, const char *secret,
		uint64_t generation, const char *what);

/*
 * Whether it still has to be sealed, once its secret comes in `__Host-auth`.
 */
bool device_is_open(const struct device *d);

/* Queues an update: the session was used today, and perhaps is sealed now. */
void device_used(struct rt_pipe *p, uint64_t id, const char *secret,
		 bool seals);

#endif
