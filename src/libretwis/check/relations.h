/*
 * What leads from members and posts to one another, all of it in one table
 * (relations.c); private to libretwis.
 *
 * Each relation is a key with ids.  A look at an entry asks three things: is
 * what it names there?  Does that belong into this key?  And where the other
 * side keeps a mirror: is the owner in it?
 */
#ifndef RELATIONS_H
#define RELATIONS_H

#include "libretwis/check/looking.h"

/* The owner of a key: lists of an owner that is gone are not looked at. */
enum owner { OF_ALL, OF_MEMBER, OF_POST, OF_TAG };

/* In a log, new entries come to the head; a thread is a list, too. */
enum shape { A_SET, A_THREAD, A_LOG };

enum named { A_MEMBER, A_POST };

struct entry;

struct relation {
	const char *key; /* a format for the owner's id, or its tag */
	enum owner owner;
	enum shape shape;
	enum named names;
	const char *mirror; /* a format for what is named; NULL: none */
	bool (*belongs)(struct check *c, const struct entry *e); /* or NULL */
	enum kind gone, wrong, half;
	bool by_score; /* the score is the id of what is named */
	size_t cap;    /* 0: any number of entries */
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

/* The entry's fields of its post's hash. */
enum {
	ENTRY_AUTHOR,
	ENTRY_BODY,
	ENTRY_REPLY_TO,
	ENTRY_REPOST_OF,
	ENTRY_GONE,
	ENTRY_WAS,
	ENTRY_FIELDS
};

/* One entry, and what was asked about it. */
struct entry {
	struct subject of; /* the owner */
	const struct relation *in;
	const char *key;
	uint64_t id;
	const char *score, *mirror, *name, *post[ENTRY_FIELDS];
};

extern const struct look entry_look;

#endif
