/* For hosts, who run the site.  Part of retwis.h. */
#ifndef HOST_H
#define HOST_H

#include "libretwis/writing.h"

/*
 * Whether the database belongs to a later Retwis or to another program, so
 * that this one must leave it alone.  `why` is NULL if not, else a sentence in
 * `a` that names the owner.  RT_DOWN if no server listens there; then nothing
 * is printed on stderr.  Three round trips, which only read.
 */
enum rt_err rt_foreign(struct rt *rt, struct arena *a, const char **why);

/*
 * Whether the servers at the configured addresses are of the kind that the
 * addresses say: a Redis, a cluster, or Sentinels that know the name of the
 * master.  Returns NULL, or a sentence in `a`.  `is_wrong` is false if
 * programs may run in spite of it, as with seeds of two different clusters, of
 * which they use the first that answers.  A server that doesn't answer is not
 * reported.  Makes one connection to each server.
 */
const char *rt_probe(const struct rt_config *conf, struct arena *a,
		     bool *is_wrong);

/*
 * Compares this machine's clock with that of Redis, and its time zone with
 * that of the site's other machines.  The first machine that calls this
 * records its zone.  One round trip.
 */
struct rt_clocks {
	int64_t ahead_ms; /* of Redis, at least; negative if behind */
	const char *here; /* the zone, in January and July: "+0100/+0200" */
	const char *site; /* that of the first machine */
};

enum rt_err rt_clocks(struct rt *rt, struct arena *a, struct rt_clocks *out);

/*
 * Forgets the zone, so that the next machine to call rt_clocks() records its
 * own.
 */
enum rt_err rt_clocks_forget(struct rt *rt, struct arena *a);

/*
 * The functions below run for a long time.  Unlike everywhere else, their
 * number of round trips depends on how much is stored: one or two for every
 * thousand entries.  If one is interrupted, run it again to finish the work.
 * `tell`, unless it is NULL, is called repeatedly with the progress.
 */
struct rt_adopted {
	uint64_t members;      /* examined */
	uint64_t posts, names; /* added */
	uint64_t copies;       /* of display names, removed from posts */
	bool again;            /* it was adopted before */
};

/*
 * Adopts a classic database, or what PHP Retwis wrote since the last adoption:
 * fills own:, `names`, `members`, `directory` and the index of words, and sets
 * `layout`.
 * From then on home timelines are a cache and expire.  Gives older posts their
 * conversations.  Also removes the display names that an earlier Retwis copied
 * into posts.  Nothing else is deleted.  RT_FOREIGN, before anything is
 * written, if rt_foreign() gives a reason.
 */
enum rt_err rt_adopt(struct rt *rt,
		     void (*tell)(uint64_t done, uint64_t total),
		     struct rt_adopted *adopted);

/*
 * Imports the database of a much older Retwis: the PHP original of 2009,
 * Retwis-RB or Retwis-J.  The other database is only read.
 */
struct rt_import {
	const char *source;   /* unix:PATH[?db=N] or tcp://host:port[/N] */
	const char *password; /* of that Redis, or NULL */
	const char *from;     /* 2009, rb or java; NULL: detect it */
	bool dry_run;         /* count only, write nothing */
	bool lazy;            /* hash clear-text passwords at first sign-in */
	void (*tell)(uint64_t done, uint64_t total);       /* or NULL */
	void (*rename)(const char *name, const char *now); /* or NULL */
};

struct rt_imported {
	const char *layout; /* 2009, rb or java */
	uint64_t members, posts, replies, follows;
	bool are_archives; /* posts, since this site has some already */
	uint64_t renamed;  /* members whose name was taken */

	/* What was left out. */
	uint64_t nameless;         /* members without a name */
	uint64_t taken_member_ids; /* members whose id is in use here */
	uint64_t authorless;       /* posts whose author is nobody */
	uint64_t textless;         /* posts without a text */
	uint64_t taken_post_ids;   /* posts whose id is in use here */
	uint64_t invalid_follows;  /* of nobody, or of the same member */

	/* What was changed. */
	uint64_t undated; /* posts that got their predecessor's time */
	uint64_t recoded; /* texts converted from Windows-1252 */
};

/*
 * In a database without members, ids are kept.  Elsewhere members get new ids;
 * and if there are posts already, imported posts go to their authors'
 * archives, since all other lists rely on ids that grow with time.
 *
 * Nothing is imported twice, so after an interruption run it again.  RT_DENIED
 * with a sentence in `why`, and then nothing was written.  Memory: 16 bytes
 * for each member and post, and a few megabytes.
 */
enum rt_err rt_import(struct rt *rt, struct arena *a,
		      const struct rt_import *options,
		      struct rt_imported *done, const char **why);

/*
 * Forgets that an import has run: the next one would import everybody again.
 */
enum rt_err rt_import_forget(struct rt *rt, struct arena *a);

/*
 * Rebuild the home timeline of one member, and return how many posts it has;
 * or every home timeline that exists, and return how many there are.
 * RT_DENIED if the database is not adopted, since it has nothing from which a
 * home timeline could be rebuilt.
 */
enum rt_err rt_rebuild(struct rt *rt, struct arena *a, uint64_t member,
		       uint64_t *posts);
enum rt_err rt_rebuild_all(struct rt *rt,
			   void (*tell)(uint64_t done, uint64_t total),
			   uint64_t *timelines);

/* What a removal of this member would delete. */
struct rt_removal {
	struct rt_user user;
	uint64_t posts, followers, following, likes;
	bool adopted; /* the database; if not, own:ID lists no posts */
};

/*
 * Finds a member by name, as rt_user_by_name() does, and by the exact name
 * also one whose removal was interrupted.  RT_NOT_FOUND.  Three round trips.
 */
enum rt_err rt_removal(struct rt *rt, struct arena *a, const char *name,
		       struct rt_removal *removal);

/*
 * Removes a member and everything that belongs to it.  Only in an adopted
 * database, so check `adopted` first.  RT_DENIED, with nothing changed, for
 * the only host.  If it is interrupted, a worker finishes it.  Afterwards the
 * name is reserved, unless the member was still waiting for approval.
 */
enum rt_err rt_remove_member(struct rt *rt, const struct rt_removal *removal,
			     void (*tell)(uint64_t done, uint64_t total));

/*
 * The name of a member who has left is reserved, so that nobody else can take
 * it; see user.h. rt_is_reserved() says whether this name is; rt_release()
 * makes it available again, or returns RT_NOT_FOUND if it wasn't reserved.
 * One round trip each.
 */
enum rt_err rt_is_reserved(struct rt *rt, struct arena *a, const char *name,
			   bool *is_reserved);
enum rt_err rt_release(struct rt *rt, struct arena *a, const char *name);

/*
 * Removes anybody's post with its likes and reposts, and reports the progress.
 * It doesn't need a worker.
 */
enum rt_err rt_erase_post(struct rt *rt, uint64_t id,
			  void (*tell)(uint64_t done, uint64_t total));

/*
 * The same, but only if the deletion of this post was interrupted;
 * RT_NOT_FOUND for any other post.
 */
enum rt_err rt_finish_post(struct rt *rt, uint64_t id,
			   void (*tell)(uint64_t done, uint64_t total));

/* Work that is still to be done in the background. */
struct rt_backlog {
	uint64_t outbox;           /* posts that have no jobs yet */
	uint64_t waiting, in_hand; /* jobs */
	uint64_t failed;
	uint64_t unpublished; /* scheduled posts that failed */
	time_t oldest;        /* of the jobs that did not fail; 0: none */
};

/* Four round trips. */
enum rt_err rt_backlog(struct rt *rt, struct arena *a,
		       struct rt_backlog *backlog);

/* A Redis server, or the sum of all masters of a cluster. */
struct rt_server {
	bool known;
	uint64_t used, max;   /* bytes of memory; `max` is 0: no limit */
	uint64_t machine;     /* bytes of memory of the whole machine */
	bool appends;         /* it has an append-only file */
	bool is_append_good;  /* the last write to that succeeded */
	bool is_rewrite_good; /* and so did its last rewriting */
};

struct rt_stats {
	uint64_t members;
	uint64_t posts; /* ids assigned, also of deleted posts */
	uint64_t scheduled;
	uint64_t pictures, picture_bytes; /* of all their files */
	uint64_t pictures_refused;        /* ever */
	struct rt_backlog backlog;
	enum rt_err writable;       /* what rt_writable() returned */
	struct rt_server data, bus; /* `bus` only if it is another server */
};

/* Nine round trips at most, and those of rt_writable(). */
enum rt_err rt_stats(struct rt *rt, struct arena *a, struct rt_stats *numbers);

/* ---- checking ---------------------------------------------------------- */

/*
 * How serious a fault is.  RT_BREAK: it should never happen, not even after a
 * crash.  RT_LEFTOVER: a crash does leave such things; they are harmless, and
 * the next request or worker completes them.  RT_REMARK: merely unusual.  The
 * headers of admin/check list all kinds.
 */
enum rt_severity { RT_BREAK, RT_LEFTOVER, RT_REMARK };

struct rt_fault {
	enum rt_severity severity;
	const char *kind; /* the same few words for each of its kind */
	const char *text; /* one line; it may quote members */
	bool mended;
};

/* Options of a check.  Each callback may be NULL. */
struct rt_check {
	bool repair;       /* what it finds */
	unsigned pause_ms; /* before a fault is verified */
	void (*tell)(uint64_t done, uint64_t total);
	/*
	 * Called at the end, for each kind of fault in turn, the most serious
	 * first.
	 */
	void (*found)(const struct rt_fault *fault, void *to);
	void *to;
};

struct rt_checked {
	uint64_t members, posts; /* how many ids it examined */
	uint64_t found[RT_REMARK + 1];
	uint64_t mended[RT_REMARK + 1];
};

/*
 * Checks the whole database while the site may be running.  A fault counts
 * only if it is still there after the pause.  Each repaired fault is checked
 * once more, so `mended` counts only those that are really gone.  This runs
 * for a long time, too: one or two round trips for every thousand entries.  If
 * it is interrupted, run it again.
 */
enum rt_err rt_check(struct rt *rt, const struct rt_check *how,
		     struct rt_checked *checked);

#endif
