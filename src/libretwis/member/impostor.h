/*
 * Whether a display name could be taken for somebody else; private to
 * libretwis.
 *
 * Members may share a display name, as two of a school may be called Anna
 * Berger.  But nobody looks like a host or a moderator, or like the user name
 * of another member: beside Hanna's posts, those of somebody shown as "hanna"
 * would seem to be hers.  What is allowed is that name as people write it, with
 * a capital first, since the second Hanna of a school is called Hanna, too.
 *
 * Names are compared when a display name is set.  A new user name is not
 * compared with display names, or a display name could keep somebody else from
 * registering.
 *
 * Nobody walks over all members for that: lookalike.h says which user names a
 * text looks like, and hosts and moderators are few.
 *
 *	struct impostor check = { .id = id, .display = display };
 *
 *	impostor_queue(&p, &check);
 *	...
 *	if ((err = rt_pipe_end(&p)) || (err = impostor_read(rt, a, &check)))
 *		return err;
 *	problem = impostor_problem(a, &check);
 */
#ifndef IMPOSTOR_H
#define IMPOSTOR_H

#include "libretwis/member/user.h"
#include "libretwis/member/user_fields.h"
#include "libretwis/text/lookalike.h"

struct impostor {
	uint64_t id;         /* whoever sets the name */
	const char *display; /* the name; "" is nobody's */
	struct look look, letters;
	struct user_claim *claim; /* to each name that looks like it */
	size_t claims;
	struct rt_ids hosts, moderators;
	uint64_t *other; /* all of them, each once */
	union user_fields *fields;
	size_t n;
};

/* Queues the search for members whose names the display name looks like. */
void impostor_queue(struct rt_pipe *p, struct impostor *c);

/* Reads their names.  One round trip. */
enum rt_err impostor_read(struct rt *rt, struct arena *a, struct impostor *c);

/* NULL, or a sentence for the member. */
const char *impostor_problem(struct arena *a, const struct impostor *c);

#endif
