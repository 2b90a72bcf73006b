/*
 * The visitor who makes a request, and the rate limits.  Part of retwis.h.
 *
 * The limits apply to visitors, and not to hosts' commands and programs in the
 * background: nothing is counted until rt_visitor() has been called.
 */
#ifndef VISITOR_H
#define VISITOR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

struct rt;

enum rt_rate_kind {
	RT_RATE_SIGN_IN,         /* from one address, for one name */
	RT_RATE_SIGN_IN_ADDRESS, /* from one address, for any name */
	RT_RATE_SIGN_IN_NAME,    /* for one name, from any address */
	RT_RATE_SIGN_IN_DAY,     /* the same in a day, without exception */
	RT_RATE_SIGN_IN_ALL,     /* and registrations, in unknown places */
	RT_RATE_CODE,            /* for one member, in the second step */
	RT_RATE_REGISTER,        /* from one address */
	RT_RATE_POST,            /* and reposts, by one member */
	RT_RATE_FOLLOW,          /* by one member */
	RT_RATE_LIKE,            /* by one member */
	RT_RATE_IMPORT,          /* by one member, refused files too */
	RT_RATE_SEARCH,          /* by one member, or from one address */
	RT_RATE_REPORT,          /* by one member */
	RT_RATE_PICTURES,        /* megabytes, by one member */
	RT_RATE_PICTURES_ALL,    /* megabytes, on the whole site */
	RT_RATES
};

/* How many times are allowed in how many seconds; 0 times: no limit. */
struct rt_rate {
	unsigned times, seconds;
};

/*
 * Says, until rt_end_request(), that a visitor makes this request, from an
 * address returned by rt_client().  `browser` is the browser's cookie, or
 * NULL.  Keep both strings until then.
 */
void rt_visitor(struct rt *rt, const char *client, const char *browser);

/*
 * The cookie by which this browser is recognized: the one that it sent, or
 * another one after rt_sign_in() or rt_register().  NULL: neither.
 *
 * It has a random word for each member who has signed in there, with a dot in
 * between, at most RT_BROWSER_WORDS: a family may share a browser.  A word that
 * the member hasn't been given here counts for nothing and gets a new one
 * beside it.  Otherwise somebody could put a word into another's browser, and
 * would have a known browser after that one has signed in.
 */
#define RT_BROWSER_WORDS 4
const char *rt_browser(const struct rt *rt);

/* After RT_LIMITED: how many seconds the visitor has to wait. */
uint64_t rt_retry_after(const struct rt *rt);

/*
 * The client's address, as limits count it: of IPv6 only the first 64 bits.
 * `remote` is the address that connected to our web server, or NULL, "" or
 * "unix:" if it has none.  `forwarded` is the header X-Forwarded-For, or NULL.
 * It counts only if `remote` is on the list of `trusted` proxies: then the
 * client is the last address in it that is not on that list.  Never returns
 * NULL.
 */
const char *rt_client(struct arena *a, const char *trusted, const char *remote,
		      const char *forwarded);

/* Whether `remote` is on the list. */
bool rt_is_trusted(const char *trusted, const char *remote);

#endif
