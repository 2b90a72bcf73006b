/*
 * Who asks, and how often they may; part of retwis.h.
 *
 * Limits hold for visitors, and not for hosts and programs in the background:
 * only after rt_visitor() does anything count.
 */
#ifndef VISITOR_H
#define VISITOR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

struct rt;

enum rt_rate_kind {
	RT_RATE_SIGN_IN,         /* of one address, for one name */
	RT_RATE_SIGN_IN_ADDRESS, /* of one address, for any names */
	RT_RATE_SIGN_IN_NAME,    /* for one name, of any addresses */
	RT_RATE_SIGN_IN_DAY,     /* the same in a day, and no exception */
	RT_RATE_REGISTER,        /* of one address */
	RT_RATE_POST,            /* and reposts, of one member */
	RT_RATE_FOLLOW,          /* of one member */
	RT_RATE_LIKE,            /* of one member */
	RT_RATES
};

/* So many times in so many seconds; 0 times: there is no limit. */
struct rt_rate {
	unsigned times, seconds;
};

/*
 * From now on until rt_end_request() a visitor asks: from this address, which
 * comes from rt_client(), with a browser that shows this word, or NULL if it
 * shows none.  Keep both strings until then.
 */
void rt_visitor(struct rt *rt, const char *client, const char *browser);

/*
 * The random word by which we shall know the browser: the one that it showed,
 * or after rt_sign_in() or rt_register() a new one.  NULL: neither.
 */
const char *rt_browser(const struct rt *rt);

/* After RT_LIMITED: in how many seconds the visitor may try again. */
uint64_t rt_wait(const struct rt *rt);

/*
 * The client's address, as limits count it: of IPv6 only the first 64 bits.
 * `remote` is the address that talks to our web server, or NULL, "" or "unix:"
 * if it has none.  `forwarded` is the header X-Forwarded-For, or NULL.  We
 * believe it only if `remote` is on the list of `trusted` proxies: then the
 * client is the last address in it that is not on the list.  Never NULL.
 */
const char *rt_client(struct arena *a, const char *trusted, const char *remote,
		      const char *forwarded);

/* Whether `remote` is on the list. */
bool rt_is_trusted(const char *trusted, const char *remote);

#endif
