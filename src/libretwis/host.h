/* For hosts: a part of retwis.h, which includes it. */
#ifndef HOST_H
#define HOST_H

#include "libretwis/writing.h"

/*
 * Whether the database is one that this Retwis should leave alone: a later
 * Retwis's, or another program's.  `why` is NULL, or a sentence in `a` that
 * names it.  RT_DOWN also if nobody listens there, and then nothing is on
 * stderr.  Three round trips, which only read.
 */
enum rt_err rt_foreign(struct rt *rt, struct arena *a, const char **why);

/*
 * Whether the addresses in the settings lead to what they say: a Redis, a
 * cluster, Sentinels that know the master's name.  NULL, or a sentence in `a`.
 * Where nothing is wrong, programs go on with what it tells: seeds of two
 * clusters, of which the first that answers counts.
 * A server that does not answer now may be right.  A connection to each server.
 */
const char *rt_probe(const struct rt_config *conf, struct arena *a,
		     bool *is_wrong);

/*
 * Whether this host tells the time as Redis does, and as the site's other hosts
 * do.  The first host of a site notes its time zone; one round trip.
 */
struct rt_clocks {
	int64_t ahead_ms; /* of Redis, at least; below 0: behind */
	const char *here; /* the zone, in January and July: "+0100/+0200" */
	const char *site; /* that of the first host */
};

enum rt_err rt_clocks(struct rt *rt, struct arena *a, struct rt_clocks *out);

/* Then the next host that looks is the first one. */
enum rt_err rt_clocks_forget(struct rt *rt, struct arena *a);

/*
 * This is long work: here, and only here, the round trips depend on how much
 * there is, one or two for every thousand entries.  If it is cut off, do it
 * again, and it is finished.  `tell`, unless it is NULL, is called again and
 * again with how far the work has come.
 */
struct rt_adopted {
	uint64_t members;      /* looked through */
	uint64_t posts, names; /* added */
	uint64_t copies;       /* of display names, taken out of posts */
	bool again;            /* the database was adopted before */
};

/*
 * Adopts a classic database, or what PHP Retwis wrote since the last time:
 * fills own:, `names` and `members`, and sets `layout`.  From then on home
 * timelines are a cache and expire.  It also takes out of the posts the display
 * names that an earlier Retwis copied there, and nothing else.  RT_FOREIGN,
 * before anything is written, where rt_foreign() gives a reason.
 */
enum rt_err rt_adopt(struct rt *rt,
		     void (*tell)(uint64_t done, uint64_t total),
		     struct rt_adopted *adopted);

/*
 * Brings the database of a much older Retwis here: PHP of 2009, Retwis-RB or
 * Retwis-J.  It only reads there.
 */
struct rt_import {
	const char *source;   /* unix:PATH[?db=N] or tcp://host:port[/N] */
	const char *password; /* of that Redis, or NULL */
	const char *from;     /* 2009, rb or java; NULL: look what it is */
	bool dry_run;         /* tell what would come, and write nothing */
	bool lazy; /* hash a clear-text password when it is first used */
	void (*tell)(uint64_t done, uint64_t total);       /* or NULL */
	void (*rename)(const char *name, const char *now); /* or NULL */
};

struct rt_imported {
	const char *layout; /* 2009, rb or java */
	uint64_t members, posts, replies, follows;
	bool are_archives;   /* posts: this site has some of its own */
	uint64_t renamed;    /* members whose name was taken */
	uint64_t nameless;   /* left out: members without a name */
	uint64_t latecomers; /* left out: members whose id is in use here */
	uint64_t nobodys;    /* left out: posts whose author is nobody */
	uint64_t textless;   /* left out: posts without a text */
	uint64_t occupied;   /* left out: posts whose id is in use here */
	uint64_t undated;    /* posts that got the time of the one before */
	uint64_t recoded;    /* texts that were Windows-1252 */
	uint64_t
		strangers; /* left out: follows of nobody, or of the same member */
};

/*
 * Ids stay what they were in a database without members.  Elsewhere members get
 * new ones; and where there are posts, those that come stand in the archives of
 * their authors, since ids grow with time in all other lists.
 *
 * Nothing is brought twice, so an import that was cut off is simply begun
 * again.  RT_DENIED with a sentence in `why`, and then nothing was written.
 * Memory: 16 bytes for each member and post, and some megabytes.
 */
enum rt_err rt_import(struct rt *rt, struct arena *a,
		      const struct rt_import *wish, struct rt_imported *done,
		      const char **why);

/* Forgets that there was one: then it would bring everybody once more. */
enum rt_err rt_import_forget(struct rt *rt, struct arena *a);

/*
 * Makes one home timeline again and returns how many posts it has; or each
 * that exists, and returns how many these are.  RT_DENIED if the database is
 * not adopted: there a home timeline cannot be made from anything.
 */
enum rt_err rt_rebuild(struct rt *rt, struct arena *a, uint64_t member,
		       uint64_t *posts);
enum rt_err rt_rebuild_all(struct rt *rt,
			   void (*tell)(uint64_t done, uint64_t total),
			   uint64_t *timelines);

/* What goes with a member. */
struct rt_removal {
	struct rt_user user;
	uint64_t posts, followers, following, likes;
	bool adopted; /* the database; if not, nobody knows the posts */
};

/*
 * Finds a member by name as rt_user_by_name() does; and by the exact name also
 * a member whose removal was cut off.  RT_NOT_FOUND.  Three round trips.
 */
enum rt_err rt_removal(struct rt *rt, struct arena *a, const char *name,
		       struct rt_removal *removal);

/*
 * Only in an adopted database: look at `adopted` first.  RT_DENIED for the only
 * host, and then nothing was changed.  If it is cut off, a worker finishes it.
 * The name is reserved then, unless the member only waited to be let in.
 */
enum rt_err rt_remove_member(struct rt *rt, const struct rt_removal *removal,
			     void (*tell)(uint64_t done, uint64_t total));

/*
 * The name of a member who has left stays with nobody; see reserved.h.  Whether
 * that name is one of these; and gives it back to all: RT_NOT_FOUND if it is
 * not.  One round trip each.
 */
enum rt_err rt_is_reserved(struct rt *rt, struct arena *a, const char *name,
			   bool *is_reserved);
enum rt_err rt_release(struct rt *rt, struct arena *a, const char *name);

/*
 * Deletes a post by anybody, with its likes and reposts, of which it tells; no
 * worker is needed.
 */
enum rt_err rt_remove_post(struct rt *rt, uint64_t id,
			   void (*tell)(uint64_t done, uint64_t total));

/* Only if its deletion was cut off; RT_NOT_FOUND for every other post. */
enum rt_err rt_finish_post(struct rt *rt, uint64_t id,
			   void (*tell)(uint64_t done, uint64_t total));

/* What still waits for delivery. */
struct rt_backlog {
	uint64_t outbox;           /* posts that no worker has begun */
	uint64_t waiting, in_hand; /* jobs */
	uint64_t failed;
	uint64_t unpublished; /* scheduled posts that failed */
	time_t oldest;        /* of the jobs that did not fail; 0: none */
};

/* Four round trips. */
enum rt_err rt_backlog(struct rt *rt, struct arena *a,
		       struct rt_backlog *backlog);

/* How much memory a Redis has; `max` is 0 if it may use all. */
struct rt_memory {
	bool known;
	uint64_t used, max; /* bytes */
};

struct rt_stats {
	uint64_t members;
	uint64_t posts; /* ids given out: some were never used, or deleted */
	uint64_t scheduled;
	struct rt_backlog backlog;
	struct rt_memory data, bus; /* `bus` only if it is another server */
};

/* Seven round trips at most. */
enum rt_err rt_stats(struct rt *rt, struct arena *a, struct rt_stats *numbers);

/* ---- checking ---------------------------------------------------------- */

/*
 * A fault is broken, left over, or only remarkable.  Broken is what should
 * never happen, not even after a crash.  Left over is what a crash does leave:
 * it is harmless, and the next request or worker finishes it.  The headers of
 * check/ list all kinds.
 */
enum rt_severity { RT_BREAK, RT_LEFTOVER, RT_REMARK };

struct rt_fault {
	enum rt_severity severity;
	const char *kind; /* a few words, the same for all of a kind */
	const char *text; /* one line; it may hold what members wrote */
	bool mended;
};

/* How to check.  Each callback may be NULL. */
struct rt_check {
	bool repair;       /* mends what it finds */
	unsigned pause_ms; /* before the second look */
	void (*tell)(uint64_t done, uint64_t total);
	/* Called at the end, kind by kind, the broken first. */
	void (*found)(const struct rt_fault *fault, void *to);
	void *to;
};

struct rt_checked {
	uint64_t members, posts; /* how many ids it looked through */
	uint64_t found[RT_REMARK + 1];
	uint64_t mended[RT_REMARK + 1];
};

/*
 * Goes through the whole database.  The site may run on: a fault counts only if
 * a second look, after the pause, finds it again.  It looks once more at all
 * that it mends, so `mended` is what is really well now.  This is long work,
 * too: one or two round trips for every thousand entries.  If it is cut off,
 * do it again.
 */
enum rt_err rt_check(struct rt *rt, const struct rt_check *how,
		     struct rt_checked *checked);

#endif
