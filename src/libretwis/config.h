/* Settings, and the connection that they lead to; a part of retwis.h. */
#ifndef CONFIG_H
#define CONFIG_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/error.h"
#include "libretwis/visitor.h"
#include "redis/links.h"
#include "redis/wait_replicas.h"

/* What a host may tell of the site, each in a file of its own. */
enum rt_site_text {
	RT_SITE_ABOUT,
	RT_SITE_RULES,
	RT_SITE_PRIVACY,
	RT_SITE_IMPRINT,
	RT_SITE_TEXTS
};

/* How one becomes a member, in the order of the words of RETWIS_SIGNUP. */
enum rt_signup {
	RT_SIGNUP_OPEN,
	RT_SIGNUP_ASKED,   /* a host lets newcomers in */
	RT_SIGNUP_INVITED, /* by a link of a member's */
	RT_SIGNUP_CLOSED   /* hosts make members */
};

#define RT_KEY_DIGITS 64

struct rt_config {
	struct rt_servers servers; /* the bus is the same by default */
	unsigned patience_s;       /* until we take a silent worker for dead */
	unsigned post_max;         /* code points in a post */
	unsigned processes;        /* of each page */
	unsigned workers;          /* of one program; 0 is as good as 1 */
	unsigned live_max;         /* connections of the live gateway */
	unsigned hsts;    /* seconds for which browsers ask by HTTPS alone */
	const char *name; /* of the site */
	const char *key;  /* its secret, RT_KEY_DIGITS of hex */
	const char *text[RT_SITE_TEXTS]; /* NULL: the host has written none */
	enum rt_signup signup;
	bool hosts_invite; /* nobody else does */
	bool members_only; /* nobody else reads */
	bool last_seen;    /* we note on which day members were here */
	bool shared;      /* PHP Retwis writes here, too, from the beginning */
	bool log_sign_in; /* who was refused, and from where */
	struct rt_rate rate[RT_RATES]; /* how often visitors may do what */
	const char *proxies;           /* that we trust, see rt_client() */
};

/*
 * Reads RETWIS_* from the environment (the table src/schema/settings has them).
 * Returns NULL, or a sentence that says what is wrong.  It lives in `a`, and so
 * do the strings in `conf`.
 */
const char *rt_config_load(struct arena *a, struct rt_config *conf);

/*
 * Signs in at Redis as this user, where an address leads to a socket and names
 * a user without a password: anybody who may open it may be that user there,
 * and all programs read one address.
 */
void rt_config_rename(struct arena *a, struct rt_config *conf,
		      const char *user);

struct rt;

/*
 * A way to both with links of its own; only in a fiber.  Connects when first
 * needed, and again whenever needed; never fails.
 */
struct rt *rt_open(const struct rt_config *conf);
void rt_close(struct rt *rt);

/* The way of one request in a program that serves many: see links.h. */
struct rt *rt_join(struct rt_links *links, const struct rt_config *conf);

/*
 * How many connections it has had.  One more than
 * before: after a failover it may be another server that answers, and it has
 * forgotten all that the last one had not told it yet.
 */
uint64_t rt_connections(const struct rt *rt);

/*
 * Call it between two requests.  If Redis restarts before the next one, that
 * request notices it and connects again, instead of failing.
 */
void rt_end_request(struct rt *rt);

/*
 * RT_OK: the data answer.  RT_FULL: they answer, and cannot be written.  One
 * round trip.
 */
enum rt_err rt_ping(struct rt *rt, struct arena *a);

/*
 * Whether this is still a database of ours.  RT_FOREIGN if a later Retwis has
 * changed its layout.  The first answer of the data says the same to every
 * function, and from then on they write nothing until rt_end_request().  So
 * this is for a program that would begin with a write.  One round trip.
 */
enum rt_err rt_check_layout(struct rt *rt, struct arena *a);

/*
 * Whether the database was written with the site's key: then `why` is NULL, and
 * else a sentence.  A database that has not been told of any key fits each;
 * with `begins` it is told of this one.  One round trip, and then one more.
 * Only for a database that is ours.
 */
enum rt_err rt_key_fits(struct rt *rt, struct arena *a, bool begins,
			const char **why);

#endif
