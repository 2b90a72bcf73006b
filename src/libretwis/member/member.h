/*
 * What stands above all pages of a member, found in steps that ride in the
 * pipelines of a page's own reads; private to libretwis.
 *
 * The first step asks who has the name.  If the process remembers that
 * (recall.h) the second step, all about the member, rides in the same pipeline,
 * and the page saves a round trip.  Where the guess proves wrong, that answer
 * is thrown away, and the second step comes again.
 *
 * Nearly everybody comes by a link, with the name as `users` has it.  So only
 * where it is not there does the second step look for it in other letters, and
 * comes again if it finds some.
 *
 * "3 followers you know: ann, bob and carol" takes three steps of its own:
 * first the hundred whom the visitor has followed last, then which of them are
 * in followers:ID, and then the names.  They begin in the first pipeline; or
 * two later, if the process remembered the line (known.h) and it proves out of
 * date.  A secret that PHP made names its owner only after the first step.
 * Then we leave that line out, rather than let every visitor wait for one more
 * round trip.
 */
#ifndef MEMBER_H
#define MEMBER_H

#include "libretwis/member/known.h"
#include "libretwis/member/member_names.h"
#include "libretwis/member/user.h"

struct member {
	struct session visitor;
	const char *asked; /* the name in the address */
	struct user_claim claim;
	uint64_t id; /* the member; 0: not known yet */
	union user_fields fields;
	uint64_t followers, following, since;
	struct member_names names; /* of all members on the page */
	const char *followed, *follows_me;

	/* Followers whom the visitor knows. */
	enum known_step {
		KNOWN_NOTHING, /* is there to ask */
		KNOWN_FRIENDS, /* are to be asked for next */
		KNOWN_SHARED,
		KNOWN_NAMES,
		KNOWN_FOUND
	} step;
	uint64_t friends_n;    /* how many the visitor follows */
	struct rt_ids friends; /* the newest of them */
	const char **shared;   /* their scores in followers:ID */
	struct known known;
};

/*
 * In the first pipeline.  If it sets `m->id`, that is a guess, and your own
 * reads of the second step may ride here, too; after the pipeline
 * member_guessed() says whether it was right, and the second step done.
 */
void member_queue(struct rt_pipe *p, struct member *m, const char *secret,
		  const char *name);
bool member_guessed(const struct member *m);

/*
 * In the second, first of all: it sets `m->id`, which your reads need, and
 * which may be 0.  After it: whether that pipeline has to come once more.
 */
void member_request(struct rt_pipe *p, struct member *m);
bool member_must_reread(const struct member *m);

/* After the second: whether there is such a member. */
bool member_exists(const struct member *m);

/*
 * In the third, if the member exists; and behind what the page asks there, that
 * the visitor was here.
 */
void member_finish(struct rt_pipe *p, struct member *m);
void member_note(struct rt_pipe *p, const struct member *m);

/* In each of the two pipelines behind it: mostly it asks nothing. */
void member_queue_known(struct rt_pipe *p, struct member *m);

/* After that.  The process remembers what may help the next page. */
struct rt_member member_parse(struct rt *rt, struct arena *a,
			      struct member *m);

#endif
