/*
 * Who the visitor is, read in two steps that are part of the page's own
 * pipelines; private to libretwis.
 *
 * A secret of ours contains its owner's id; the owner of a classic one is in
 * `auths`.  Both are only hints.  In an adopted database each browser has a
 * secret of its own, which counts as long as `sessions:ID` has its digest with
 * the generation that `user:ID` has.
 *
 * In any other database all browsers of a member share one secret, which is in
 * `user:ID auth`, as in PHP Retwis.  An adopted database may still have some
 * of these; sessions.c replaces each by a session of one browser.
 */
#ifndef SESSION_H
#define SESSION_H

#include "libretwis/retwis.h"
#include "libretwis/member/bell.h"
#include "libretwis/member/quiet.h"
#include "libretwis/member/user_fields.h"
#include "redis/pipe.h"

struct session {
	const char *secret;
	uint64_t id; /* its owner's; 0: nobody, or not known yet */
	union user_fields fields;
	const char *device;
	const char *oldest; /* the day since which it must have been used */
	struct bell bell;
	struct quiet_list quiet; /* use session_quiet() */
	bool checked;
	bool is_form;       /* neither `bell` nor `quiet` is read */
	bool leaves_a_list; /* to the caller: the one of what runs */
	bool doubted;       /* as RT_COOKIE_DOUBTFUL says */
};

/*
 * In the first pipeline: finds the owner.  It queues a command only for a
 * classic secret, and nothing for a secret of NULL.
 */
void session_queue(struct rt_pipe *p, struct session *s, const char *secret);

/*
 * In the second pipeline: reads what decides.  If your first pipeline has
 * other commands, call it there as well, right after session_queue(): it
 * queues its commands once, as soon as it can.
 */
void session_check(struct rt_pipe *p, struct session *s);

/* After the second: the visitor, or nobody (id 0). */
struct rt_user session_user(const struct session *s);

/* Whom the visitor mutes or blocks; nobody for a secret that is wrong. */
struct quiet_list session_quiet(const struct session *s);

/*
 * After it, too: whether the visitor sees the posts and the name of a member
 * whose field `standing` this is.
 */
bool session_sees(const struct session *s, const char *standing);

/*
 * After all sessions of a member have ended: deletes what is left of them, and
 * ends the live streams.  `listed` is the new shared secret, for `auths`, or
 * NULL.  One round trip, and one on the bus.
 */
enum rt_err session_clear(struct rt *rt, struct arena *a,
			  const struct rt_user *user, const char *listed);

/* ---- entries of sessions:ID -------------------------------------------- */

/*
 * The hash `sessions:ID`, a member's sessions.
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
 * A session ends RETWIS_SESSION_DAYS after the day in its entry.  Nothing is
 * deleted then, since the clock may be wrong: once it is right again, the
 * session works again.  The next sign-in of its member deletes it.  A day in
 * the future, which a wrong clock has written, counts as recent.
 *
 * A shared secret has no entry and doesn't end, since PHP Retwis relies on it.
 */

/* The first day on which a session must have been used if it is to count. */
const char *device_oldest_day(const struct rt *rt, struct arena *a);

/* Whether the session was used on that day or later. */
bool device_is_recent(const struct device *d, const char *oldest);

/*
 * Queues a new session of this generation with this secret, last used today.
 * Unless it is a shared one, which nobody has just begun, sessions that have
 * ended are deleted.
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
