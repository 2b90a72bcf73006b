/*
 * What stands above all pages of a member, found in three steps that ride in
 * the pipelines of a page's own reads; private to libretwis.
 *
 * "3 followers you know: ann, bob and carol" takes all three: first the hundred
 * whom the visitor has followed last, then which of them are in followers:ID,
 * and then the names.  A secret that PHP made names its owner only after the
 * first step.  Then we leave that line out, rather than let every visitor wait
 * for one more round trip.
 */
#ifndef MEMBER_H
#define MEMBER_H

#include "libretwis/member/session.h"
#include "libretwis/member/user.h"

enum { MEMBER_NAME, MEMBER_BIO, MEMBER_FIELDS };

struct member {
	struct session visitor;
	struct user_claim claim;
	uint64_t id; /* the member; known after the first step */
	const char *field[MEMBER_FIELDS];
	uint64_t followers, following, since;
	const char *last; /* the field `last`: see last.h */
	const char *followed, *follows_me;
	struct rt_ids friends; /* whom the visitor follows */
	const char **shared;   /* their scores in followers:ID */
	const char *known[RT_KNOWN];
	size_t known_n;
};

/* In the first pipeline: who is the visitor, and who has the name? */
void member_look(struct rt_pipe *p, struct member *m, const char *secret,
		 const char *name);

/* In the second.  Call it first: it sets `m->id`, which your reads need. */
void member_ask(struct rt_pipe *p, struct member *m);

/* After the second: whether there is such a member. */
bool member_exists(const struct member *m);

/* In the third, if the member exists. */
void member_finish(struct rt_pipe *p, struct member *m);

/* After the third. */
struct rt_member member_take(struct arena *a, const struct member *m);

#endif
