/*
 * The settings, and the connection to Redis that they describe.  Part of
 * retwis.h.
 */
#ifndef CONFIG_H
#define CONFIG_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/error.h"
#include "libretwis/visitor.h"
#include "redis/links.h"
#include "redis/wait_replicas.h"

/* Texts about the site that a host may provide, one file each. */
enum rt_site_text {
	RT_SITE_ABOUT,
	RT_SITE_RULES,
	RT_SITE_PRIVACY,
	RT_SITE_IMPRINT,
	RT_SITE_TEXTS
};

/* How people become members, in the order of the words of RETWIS_SIGNUP. */
enum rt_signup {
	RT_SIGNUP_OPEN,
	RT_SIGNUP_ASKED,   /* a host approves each */
	RT_SIGNUP_INVITED, /* by a member's link */
	RT_SIGNUP_CLOSED   /* hosts create accounts */
};

/* Who may announce something, in the order of the words of RETWIS_ANNOUNCE. */
enum rt_announcers {
	RT_ANNOUNCE_HOSTS,
	RT_ANNOUNCE_MODERATORS, /* hosts and moderators */
	RT_ANNOUNCE_MEMBERS
};

#define RT_KEY_DIGITS 64

struct rt_config {
	struct rt_servers servers; /* the bus is the same by default */
	unsigned patience_s;   /* after which a silent worker counts as dead */
	unsigned post_max;     /* rt_text_length() of a post */
	unsigned edit_minutes; /* in which a post may be corrected; 0: none */
	unsigned processes;    /* of each page */
	unsigned workers;      /* in one process; 0 means 1 */
	unsigned live_max;     /* connections of the live gateway */
	unsigned hsts;         /* max-age of HSTS, in seconds */
	/* without a visit, after which a session ends */
	unsigned session_days;
	const char *name;                /* of the site */
	const char *url;                 /* its own address, or NULL */
	const char *key;                 /* its secret, RT_KEY_DIGITS of hex */
	const char *picture_socket;      /* a path: retwis-picture is there */
	const char *text[RT_SITE_TEXTS]; /* NULL: none */
	const char *welcome;             /* a sentence; NULL: none */
	const char *mark; /* the token of the site's own picture; NULL: none */
	enum rt_signup signup;
	enum rt_announcers announcers;
	const char
		*pictures; /* the folder of pictures; NULL: there are none */
	unsigned colour;   /* of links and buttons; see rt_colour() */
	unsigned locked;   /* what hosts cannot set: bits of rt_setting */
	unsigned set;      /* what they have set; of the same bits */
	bool is_set_up;    /* hosts have made settings, or chose not to */
	bool log_public;   /* all members read what hosts have done */
	bool hosts_invite; /* only they invite */
	bool members_only; /* only they read */
	bool no_crawlers;  /* not even search engines */
	bool names_only;   /* the search finds no posts */
	bool last_seen;    /* record the day of each last visit */
	bool shared;       /* PHP Retwis uses the database, too */
	bool log_sign_in;  /* log refused sign-ins with their addresses */
	struct rt_rate rate[RT_RATES]; /* the rate limits */
	const char *proxies;           /* trusted ones, see rt_client() */
};

/*
 * Reads RETWIS_* from the environment; src/schema/settings lists them.  What
 * hosts have set on the site comes on top of it: see site.h.
 * Returns NULL, or a sentence that says what is wrong.  The sentence and all
 * strings in `conf` are in `a`.
 */
const char *rt_config_load(struct arena *a, struct rt_config *conf);

/*
 * Makes a program connect as this user of Redis.  All programs read the same
 * address; where it is a Unix socket and names a user without a password,
 * anybody who may open the socket may be any such user, so each program can
 * choose its own.
 */
void rt_config_rename(struct arena *a, struct rt_config *conf,
		      const char *user);

struct rt;

/*
 * Opens a connection to the data and the bus that belongs to one program; only
 * in a fiber.  It connects when first used, and reconnects whenever needed, so
 * it never fails.
 */
struct rt *rt_open(const struct rt_config *conf);
void rt_close(struct rt *rt);

/*
 * The same for one request of a program that serves many at once over shared
 * links; see links.h.
 */
struct rt *rt_attach(struct rt_links *links, const struct rt_config *conf);

/*
 * How many times it has connected.  A higher number than before means that,
 * after a failover, another server may answer now, which may lack the last
 * writes that were not yet replicated to it.
 */
uint64_t rt_connections(const struct rt *rt);

/*
 * Call it between two requests.  If Redis restarts before the next one, that
 * request notices the closed connection and reconnects, instead of failing.
 */
void rt_end_request(struct rt *rt);

/*
 * Checks the server of the data: RT_OK if it answers, RT_FULL if it answers
 * but refuses writes.  One round trip.
 */
enum rt_err rt_ping(struct rt *rt, struct arena *a);

/*
 * Checks that a write would be saved now, by writing a key that expires, to the
 * data and the bus.  RT_FULL if it is refused, or if with RETWIS_SAFE=replica
 * no replica has got it; a line on stderr says why.  Two round trips, one more
 * for a bus of its own and for each link that waits for replicas.
 */
enum rt_err rt_writable(struct rt *rt, struct arena *a);

/*
 * Checks that this Retwis knows the layout of the database; RT_FOREIGN if a
 * later Retwis has changed it.  Every request makes the same check with its
 * first reply, and after RT_FOREIGN writes nothing until rt_end_request().  So
 * only a program that would begin with a write needs this function.  One round
 * trip.
 */
enum rt_err rt_check_layout(struct rt *rt, struct arena *a);

/*
 * Whether the database was written with the site's key: `why` is NULL if so,
 * else a sentence.  A database that has no record of a key fits every key;
 * with `begins`, this key is recorded in it.  One round trip, plus one to
 * record it.  Only for a database that rt_check_layout() accepts.
 */
enum rt_err rt_key_fits(struct rt *rt, struct arena *a, bool begins,
			const char **why);

#endif
