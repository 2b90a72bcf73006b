/*
 * Where a member is signed in; a part of retwis.h.
 *
 * In a database that is not adopted all browsers of a member share one secret,
 * as PHP Retwis has it: there is nothing to list, and signing out in one ends
 * the session of all.
 */
#ifndef SESSIONS_H
#define SESSIONS_H

#include <time.h>

#include "libretwis/account.h"

#define RT_DEVICES 20 /* sessions of a member; the longest unused goes */

/*
 * How the session's cookie came.  By HTTPS it is `__Host-auth`, a name that
 * only this site can give it, and only by HTTPS.  One called `auth` may have
 * been set by anybody on the way, or at a neighbouring name: then only sessions
 * from before there was that name count (device.h), and those that all browsers
 * share, since PHP Retwis knows no other.
 */
enum rt_way { RT_WAY_HTTP, RT_WAY_HTTPS, RT_WAY_DOUBTFUL };

/* From now on until rt_end_request(): so it came. */
void rt_set_cookie_origin(struct rt *rt, enum rt_way way);

/*
 * Finds the member whose session this is.  Nobody (id 0) is no error.  One
 * round trip; two for a secret that PHP Retwis made.
 */
enum rt_err rt_session(struct rt *rt, struct arena *a, const char *secret,
		       struct rt_user *user);

/*
 * The same for a form.  Its answer is hardly ever a page with a bell, and so
 * `unread` is RT_UNASKED; rt_unread() asks then, in a round trip, and tells 0
 * if Redis does not answer.
 */
enum rt_err rt_sender(struct rt *rt, struct arena *a, const char *secret,
		      struct rt_user *user);
uint64_t rt_unread(struct rt *rt, struct arena *a, const struct rt_user *user);

/*
 * What a member's forms carry, so that no other site can send one: an
 * HMAC-SHA256 under the session's secret, as hex.
 */
const char *rt_csrf(struct arena *a, const struct rt_user *user);
bool rt_csrf_ok(struct arena *a, const struct rt_user *user,
		const char *given);

/* Whether PHP Retwis reads the database, too, and browsers share a session. */
bool rt_share_sessions(const struct rt *rt);

/* How the list of sessions names the one that asks. */
const char *rt_session_id(struct arena *a, const struct rt_user *me);

/*
 * From now on until rt_end_request(): what will sign in, such as "Firefox on
 * Android", of 32 bytes at most.  Keep the string until then.
 */
void rt_device(struct rt *rt, const char *what);

/*
 * After the answer to this visitor: notes, once a day, that the session was
 * used; and gives a browser that shows a secret from before a session of its
 * own, and one that shows it in `__Host-auth` one that counts there alone.
 * Mostly it does nothing; else one or two round trips.  That it fails is
 * no reason to tell anybody, for the next request does the same again.
 */
enum rt_err rt_signed_in(struct rt *rt, struct arena *a,
			 const struct rt_user *user);

/*
 * Does the same for members who do not come: no secret that opens a session
 * stays in the database.  Those that PHP Retwis made end, since they do not
 * name their owner.  Does nothing unless the database is adopted.  Three round
 * trips for about a thousand such secrets; resets `a`.
 */
enum rt_err rt_sessions_claim(struct rt *rt, struct arena *a);

/* One of a member's sessions. */
struct rt_device {
	const char *id;   /* the secret's digest */
	const char *what; /* NULL: not known, since it is from before */
	time_t used;      /* noon of the day when it was last used */
	bool is_here;     /* it is the one that asks */
};

struct rt_devices {
	struct rt_device v[RT_DEVICES];
	size_t n;
};

/* The member's, the last used first.  One round trip. */
enum rt_err rt_sessions(struct rt *rt, struct arena *a,
			const struct rt_user *me, struct rt_devices *devices);

/*
 * Ends the session with this id, which may have ended before.  One round trip,
 * and one on the bus, which ends the live streams.
 */
enum rt_err rt_session_end(struct rt *rt, struct arena *a,
			   const struct rt_user *me, const char *id);

/*
 * Ends the session that asks, in one round trip; where that is shared, all of
 * them.  And all of them, in two.  One more on the bus ends the live streams.
 */
enum rt_err rt_sign_out(struct rt *rt, struct arena *a,
			const struct rt_user *user);
enum rt_err rt_sign_out_everywhere(struct rt *rt, struct arena *a,
				   const struct rt_user *user);

#endif
