/*
 * Who asks, and how often that may be; part of retwis.h.
 *
 * What visitors do is limited, and what hosts and programs in the background
 * do is not: a limit holds for a request after rt_visitor().
 */
#ifndef VISITOR_H
#define VISITOR_H

#include <stdbool.h>
#include <stdint.h>

#include "libretwis/base/arena.h"

struct rt;

enum rt_rate_kind {
	RT_RATE_SIGN_IN,         /* of one address, for one name */
	RT_RATE_SIGN_IN_ADDRESS, /* of one address, for any names */
	RT_RATE_SIGN_IN_NAME,    /* for one name, of any addresses */
	RT_RATE_REGISTER,        /* of one address */
	RT_RATE_POST,            /* and reposts, of one member */
	RT_RATE_FOLLOW,          /* of one member */
	RT_RATE_LIKE,            /* of one member */
	RT_RATES
};

/* So often in a window of so many seconds; 0 times: as often as one likes. */
struct rt_rate {
	unsigned times, seconds;
};

/*
 * From now on until rt_rest() somebody asks, at an address as rt_client() has
 * it, with a browser that shows this word, or NULL.  Both strings must stay
 * until then.
 */
void rt_visitor(struct rt *rt, const char *client, const char *browser);

/*
 * The random word by which a browser will be known, when a member has signed
 * in or registered; the one that it has shown, or a new one.
 */
const char *rt_browser(const struct rt *rt);

/* After RT_LIMITED: in how many seconds it may be tried again. */
uint64_t rt_wait(const struct rt *rt);

/*
 * The client's address, as it is counted: of IPv6 the first 64 bits.
 * `remote` is who talks to our web server, and NULL, "" or "unix:" where that
 * is no address.  `forwarded`, the header X-Forwarded-For or NULL, is believed
 * only where `remote` is on the list of `trusted` proxies: then the client is
 * the last address in it that is not.  Never NULL.
 */
const char *rt_client(struct arena *a, const char *trusted, const char *remote,
		      const char *forwarded);

/* Whether `remote` is on the list. */
bool rt_is_trusted(const char *trusted, const char *remote);

#endif
