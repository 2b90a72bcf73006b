/*
 * How often somebody may try to sign in; private to libretwis.
 *
 * Wrong passwords are counted in three ways: for a name at an address, for an
 * address, and for a name, the last in an hour and in a day.  An attempt is
 * counted before its password is checked, and a right password takes the count
 * back.  So a school of a thousand behind one address can sign in on a Monday
 * morning.
 *
 * Where a member has signed in before, only the first of the three counts.  So
 * nobody can lock a member out there by guessing from elsewhere, from however
 * many addresses, or by guessing other names at the same address.  A browser
 * in which the member has signed in before, recognized by a cookie, has a
 * counter of its own, which nobody else at its address can use up.
 *
 * In a new place, such as with a new phone on the road, a member still has two
 * attempts, since the hourly counter refuses only the third from an address.
 * The daily counter refuses every attempt in a new place: otherwise a stranger
 * with ten thousand addresses would have twenty thousand guesses.  Strangers
 * can still reach that limit, or use up the counter of an address.  Both
 * affect only members who are in a new place, and a password reset link works
 * in any case.
 *
 * A stranger easily has 48 bits of IPv6 addresses.  So for these counters, and
 * for the two attempts, a network of that size is one address.  Known places
 * are as narrow as everywhere else, and each has a counter of its own.
 *
 * An attempt that the first counter refuses is not added to the other two.  So
 * somebody who keeps trying one name doesn't block a whole address.
 *
 * For a name that nobody has, the same commands are sent, with 0 as the
 * member's id.
 */
#ifndef ATTEMPT_H
#define ATTEMPT_H

#include "libretwis/member/rate_limit.h"
#include "libretwis/retwis.h"
#include "redis/pipe.h"

/*
 * All but the last can be known places, where the member has signed in before:
 * the address, and the words of the browser.
 */
enum {
	FROM_ADDRESS,
	FROM_BROWSER,
	FROM_NETWORK = FROM_BROWSER + RT_BROWSER_WORDS,
	FROMS
};

/* An attempt. */
struct attempt {
	const char *name; /* of rt_name_typed(); NULL: no visitor, so nothing
			   * is counted */
	struct {
		const char *entry; /* in known:ID */
		struct rate_limit limit;
	} from[FROMS];
	int network;    /* a stranger's place; of IPv4 the address */
	uint64_t times; /* attempts from there, this one too; 0: none */
	struct rate_limit by_address, by_name, by_day, by_site;
	bool has_session; /* a session has proved who it is */
};

/*
 * Queues the counts for the name, with which the attempt begins; nothing if no
 * visitor makes this request.  After that pipeline attempt_check_early()
 * returns RT_LIMITED if the limit is reached for anybody, whoever the member
 * is.  attempt_check_member() then returns RT_OK or RT_LIMITED for this
 * member, in one round trip, or none without a visitor.
 */
void attempt_count(struct rt_pipe *p, struct attempt *t, const char *name);
enum rt_err attempt_check_early(struct rt *rt, const struct attempt *t);
enum rt_err attempt_check_member(struct rt *rt, struct arena *a,
				 struct attempt *t, uint64_t id);

/* All of that for a member whose id is already known, in one round trip. */
enum rt_err attempt_begin(struct rt *rt, struct arena *a, struct attempt *t,
			  const struct rt_user *me);

/*
 * Queues the other counts.  After that pipeline attempt_check() returns RT_OK;
 * RT_LIMITED; or RT_LATE if there have been too many on the whole site.
 */
void attempt_count_strangers(struct rt_pipe *p, struct attempt *t);
enum rt_err attempt_check(struct rt *rt, struct arena *a,
			  const struct attempt *t);

/*
 * Each attempt of a stranger costs a hash, whether the password is right or
 * wrong, and a stranger may have a thousand addresses.  So there are only so
 * many in a time on the whole site, and a count is taken back only if nothing
 * was hashed.  Members in a known place, or with a session, are not counted
 * here: whatever strangers send, they get in.
 */
void attempt_count_site(struct rt_pipe *p, struct rate_limit *by_site);
enum rt_err attempt_check_site(struct rt *rt,
			       const struct rate_limit *by_site);

/*
 * Whether the member has never signed in from this address, or never with this
 * browser.
 */
bool attempt_is_strange(const struct attempt *t);

/*
 * The attempt of somebody who registers or uses a reset link, which is not
 * counted.
 */
struct attempt attempt_first(struct rt *rt, struct arena *a, const char *name);

/*
 * Queues commands that take the counts back, but not that of the whole site,
 * since a hash was computed.
 */
void attempt_take_back(struct rt_pipe *p, const struct attempt *t);

/* Takes all counts of the attempt back.  One round trip. */
enum rt_err attempt_cancel(struct rt *rt, struct arena *a,
			   const struct attempt *t);

/*
 * After a right password: queues commands that take the counts back and
 * remember the address and the browser.  Where the member is new, the browser
 * gets another word here; see rt_browser().
 */
void attempt_succeed(struct rt_pipe *p, const struct attempt *t, uint64_t id);

/* ---- known places ------------------------------------------------------ */

/*
 * The hash `known:ID`: the places where a member has signed in before.
 *
 * A place is an address, or the word in a browser's cookie.  The field is its
 * digest under the site's key (site_hmac.h).  The value is two days, counted
 * since 1970: when the member last signed in there, and when the place is
 * forgotten, as in "20781 20811".  That is after 30 days for an address, and
 * after a year, which is the age of its cookie, for a browser.  At most
 * KNOWN_PLACES_CAP places are kept, those used last.
 *
 * An expired place stops counting on that day.  It is deleted at the next
 * successful sign-in, and the whole hash a year after the last one.
 */

/*
 * Queues a read of the entry of a place, for any id, also one that nobody has.
 */
void known_places_queue(struct rt_pipe *p, const char **entry, uint64_t id,
			const char *place);

/*
 * Whether the entry says that the place is known.  False for NULL, for one
 * that has expired, and for anything else.
 */
bool known_places_is(const char *entry);

/*
 * Queues that the member has just signed in at this address with this browser.
 */
void known_places_note(struct rt_pipe *p, uint64_t id, const char *address,
		       const char *browser);

#endif
