/*
 * What stands above all pages of a member, found in three steps that ride in
 * the pipelines of a page's own reads; private to libretwis.
 *
 * Which of those whom the visitor follows also follow the member takes all
 * three: the newest thousand of the visitor's, their scores in followers:ID,
 * and the first names.  A secret that PHP made tells its owner only after the
 * first step; that visitor does without, rather than all wait once more.
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
	const char *last; /* when the member was seen last */
	const char *followed, *follows_me;
	struct rt_ids friends; /* whom the visitor follows */
	const char **shared;   /* their scores in followers:ID */
	const char *known[RT_KNOWN];
	size_t known_n;
};

/* In the first pipeline: who is the visitor, and who has the name? */
void member_look(struct rt_pipe *p, struct member *m, const char *secret,
		 const char *name);

/* In the second one, where `m->id` is for the page's own commands, too. */
void member_ask(struct rt_pipe *p, struct member *m);

/* After it: whether there is such a member. */
bool member_exists(const struct member *m);

/* In the third one, for a member who exists. */
void member_finish(struct rt_pipe *p, struct member *m);

/* After that. */
struct rt_member member_take(struct arena *a, const struct member *m);

#endif
