/*
 * What leads from members and posts to one another, all of it in one table
 * (relations.c); private to libretwis.
 *
 * Each relation is a key with ids, as the table of keys has it.  An owner who
 * is gone is not looked at.  A look at an entry asks three things: is what it
 * names there?  Does that belong into this key?  And where the other side keeps
 * a mirror: is the owner in it?
 */
#ifndef RELATIONS_H
#define RELATIONS_H

#include "admin/check/passes.h"

/* In a log, new entries come to the head; a thread is a list, too. */
enum shape { A_SET, A_THREAD, A_LOG };

struct relation {
	const struct key
		*row; /* its owner, what its entries name, the mirror */
	enum shape shape;
	enum kind gone, wrong, half;
	bool by_score; /* the score is the id of what is named */
	bool likes;    /* of which a post keeps a number */
};

enum relation_name {
	R_FOLLOWING,
	R_FOLLOWERS,
	R_LIKED,
	R_LIKES,
	R_REPOSTED,
	R_REPOSTS,
	R_OWN,
	R_TIMELINE,
	R_REPLIES,
	R_TAGGED,
	RELATIONS
};

extern const struct relation relations[RELATIONS];

/* The one that a kind of fault is about. */
const struct relation *relation_of(enum kind kind);

#endif
