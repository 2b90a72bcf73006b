/*
 * A member's sessions.  Part of retwis.h.
 *
 * In a database that is not adopted, all browsers of a member share one
 * secret, as in PHP Retwis.  Then there is nothing to list, and signing out in
 * one browser ends the session in all of them.
 */
#ifndef SESSIONS_H
#define SESSIONS_H

#include <time.h>

#include "libretwis/account.h"

#define RT_DEVICES 20 /* per member; the least recently used one ends */

/*
 * How the session's cookie arrived.  Over HTTPS it is called `__Host-auth`, a
 * name that only this site can set, and only over HTTPS.  A cookie called
 * `auth` could have been set by anybody on the network path, or by a
 * neighbouring host name.  Over HTTPS it therefore counts as doubtful, and
 * opens only sessions that are older than `__Host-auth` (session.h), and
 * shared ones, since PHP Retwis knows no other cookie.
 */
enum rt_cookie_origin { RT_COOKIE_HTTP, RT_COOKIE_HTTPS, RT_COOKIE_DOUBTFUL };

/* Sets this until rt_end_request(). */
void rt_set_cookie_origin(struct rt *rt, enum rt_cookie_origin way);

/*
 * Finds the member whose session this is.  Nobody (id 0) is not an error.  One
 * round trip; two for a secret that PHP Retwis made.
 */
enum rt_err rt_session(struct rt *rt, struct arena *a, const char *secret,
		       struct rt_user *user);

/*
 * The same for a form.  The answer to a form rarely shows the number of unread
 * notices, so this leaves `unread` at RT_UNREAD_UNKNOWN.  rt_unread() reads it
 * when it is needed, and returns 0 if Redis doesn't answer.  That is one round
 * trip, and a second one if an announcement turns out to run.  rt_session() and
 * the pages leave it unknown, too, in the moment in which a process first hears
 * of an announcement.
 */
enum rt_err rt_sender(struct rt *rt, struct arena *a, const char *secret,
		      struct rt_user *user);
uint64_t rt_unread(struct rt *rt, struct arena *a, const struct rt_user *user);

/*
 * The token in a member's forms, which keeps other sites from submitting them:
 * an HMAC-SHA256 under the session's secret, in hex.
 */
const char *rt_csrf(struct arena *a, const struct rt_user *user);
bool rt_csrf_ok(struct arena *a, const struct rt_user *user,
		const char *given);

/*
 * Whether browsers share a session, since PHP Retwis reads the database, too.
 */
bool rt_share_sessions(const struct rt *rt);

/* The id, in the list of sessions, of the one that makes this request. */
const char *rt_session_id(struct arena *a, const struct rt_user *me);

/*
 * Sets, until rt_end_request(), what kind of browser signs in, such as
 * "Firefox on Android", in at most 32 bytes.  Keep the string until then.
 */
void rt_device(struct rt *rt, const char *what);

/*
 * Call it after the answer to this visitor.  Once a day it records that the
 * session was used.  It gives a browser with an older, shared secret a session
 * of its own, and seals a session that arrived in `__Host-auth`, so that its
 * secret counts in that cookie only.  Usually it does nothing; otherwise it
 * takes one or two round trips.  An error need not be reported, since the next
 * request tries again.
 */
enum rt_err rt_signed_in(struct rt *rt, struct arena *a,
			 const struct rt_user *user);

/*
 * Does the same for members who don't visit, so that no secret that opens a
 * session remains in the database.  Sessions that PHP Retwis made end, since
 * their secrets don't name their owner.  Does nothing unless the database is
 * adopted.  Three round trips for about a thousand such secrets; resets `a`.
 */
enum rt_err rt_sessions_claim(struct rt *rt, struct arena *a);

/* One of a member's sessions. */
struct rt_device {
	const char *id;   /* the secret's digest */
	const char *what; /* NULL: unknown, a formerly shared session */
	time_t used;      /* noon of the day of last use */
	bool is_here;     /* it is this request's */
};

struct rt_devices {
	struct rt_device v[RT_DEVICES];
	size_t n;
};

/* The member's sessions, the most recently used first.  One round trip. */
enum rt_err rt_sessions(struct rt *rt, struct arena *a,
			const struct rt_user *me, struct rt_devices *devices);

/*
 * Ends the session with this id, which may have ended before.  One round trip,
 * and one on the bus that ends the live streams.
 */
enum rt_err rt_session_end(struct rt *rt, struct arena *a,
			   const struct rt_user *me, const char *id);

/*
 * rt_sign_out() ends the session of this request, in one round trip; if it is
 * shared, it ends everywhere. rt_sign_out_everywhere() ends all sessions, in
 * two.  One more on the bus ends the live streams.
 */
enum rt_err rt_sign_out(struct rt *rt, struct arena *a,
			const struct rt_user *user);
enum rt_err rt_sign_out_everywhere(struct rt *rt, struct arena *a,
				   const struct rt_user *user);

#endif
