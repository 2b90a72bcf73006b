/*
 * The head of all pages of a member, read in steps that are part of the page's
 * own pipelines; private to libretwis.
 *
 * The first step reads who has the name.  If the process remembers that
 * (member_names.h), the second step, which reads everything about the member,
 * is in the same pipeline and saves a round trip.  If the guess proves wrong,
 * its replies are discarded and the second step is repeated.
 *
 * Nearly everybody follows a link, which has the name as it is in `users`.  So
 * only if it isn't there does the second step look it up in other letters, and
 * is repeated if it finds somebody.
 *
 * "3 followers you know: ann, bob and carol" takes three steps of its own: the
 * last hundred whom the visitor has followed; which of them are in
 * followers:ID; and their names.  They begin in the first pipeline, or two
 * later if the process remembered the line and it proves outdated.  The owner
 * of a secret that PHP made is known only after the first step.  Then the line
 * is left out, rather than have every visitor wait for one more round trip.
 */
#ifndef MEMBER_H
#define MEMBER_H

#include <stdbool.h>
#include <stdint.h>

#include "libretwis/member/invited.h"
#include "libretwis/member/member_names.h"
#include "libretwis/member/user.h"
#include "libretwis/retwis.h"

/* ---- followers you know, from memory ----------------------------------- */

/*
 * The line "3 followers you know" of a profile.
 *
 * Redis needs more time for it than for everything else on a profile, since it
 * replies with a score for each of a hundred members.  So a process keeps the
 * answer for a minute, for a thousand pairs of a visitor and a member, but not
 * these followers' names, for which it has member_names.h.  The page still
 * reads how many the visitor follows, and how many follow the member; if
 * either number has changed, the answer is read again at once.  It can be
 * outdated only if, within that minute, as many have stopped following as have
 * started.
 */

#define KNOWN_FOLLOWERS_MS 60000

/* The pair that the answer is about, and the numbers when it was read. */
struct known_followers_key {
	uint64_t me, id;
	uint64_t friends, followers; /* how many */
	uint64_t quiet;              /* whom `me` mutes, how many */
};

struct known_followers {
	uint64_t n;
	uint64_t who[RT_KNOWN]; /* their ids, then zeros */
};

/*
 * known_followers_about() says whether there is an answer about these two,
 * which may be outdated.  known_followers_recall() returns it, or false if it
 * is.  `now` is of clock_ms().
 */
bool known_followers_about(uint64_t me, uint64_t id, int64_t now);
bool known_followers_recall(const struct known_followers_key *key, int64_t now,
			    struct known_followers *known);
void known_followers_store(const struct known_followers_key *key, int64_t now,
			   const struct known_followers *known);

/* ---- the steps --------------------------------------------------------- */

struct member {
	struct session visitor;
	const char *typed; /* the name in the address */
	struct user_claim claim;
	uint64_t id; /* the member's; 0: not known yet */
	union user_fields fields;
	uint64_t followers, following, since;
	struct member_names names; /* of all members on the page */
	const char *followed, *follows_me;

	/* Followers whom the visitor knows. */
	enum known_step {
		KNOWN_NOTHING, /* to read */
		KNOWN_FRIENDS, /* are to be read next */
		KNOWN_SHARED,
		KNOWN_NAMES,
		KNOWN_FOUND
	} step;
	uint64_t friends_n;    /* how many the visitor follows */
	struct rt_ids friends; /* the newest of them */
	const char **shared;   /* their scores in followers:ID */
	struct known_followers known;

	struct invited invited;
};

/*
 * Call member_queue() in the first pipeline.  If it sets `m->id`, that is a
 * guess, and your own commands of the second step may be in this pipeline,
 * too.  After it, member_guessed() says whether the guess was right, and the
 * second step done.
 */
void member_queue(struct rt_pipe *p, struct member *m, const char *secret,
		  const char *name);
bool member_guessed(const struct member *m);

/*
 * Call member_request() first in the second pipeline: it sets `m->id`, which
 * your commands need and which may be 0.  After it, member_must_reread() says
 * whether this pipeline has to be repeated.
 */
void member_request(struct rt_pipe *p, struct member *m);
bool member_must_reread(const struct member *m);

/* After the second pipeline: whether there is such a member. */
bool member_exists(const struct member *m);

/*
 * Call these in the third pipeline, if the member exists: member_finish()
 * first, and member_note(), which records the visit, after your own commands.
 */
void member_finish(struct rt_pipe *p, struct member *m);
void member_note(struct rt_pipe *p, const struct member *m);

/* In each of the next two pipelines; usually it queues nothing. */
void member_queue_known(struct rt_pipe *p, struct member *m);

/*
 * The result, after all of them.  The process remembers what may help the next
 * page.
 */
struct rt_member member_parse(struct rt *rt, struct arena *a,
			      struct member *m);

/* ---- the bio ----------------------------------------------------------- */

/* A stored bio in a form that is safe to show; NULL if there is none. */
const char *bio_shown(struct arena *a, const char *stored);

#endif
