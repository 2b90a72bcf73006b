/*
 * What is derived from the truth, and must agree with it; private to libretwis.
 *
 * Members, posts, follows and likes are the truth.  Lists, indexes and sets of
 * them can be made again from it: the table of keys calls those derived, in
 * its column `says`.  Here each such key has a row with one function.  Given a
 * member or a post, it lists the entries that this one has in that key.  Only
 * follows and likes need none: each is kept at both ends, so that an entry is
 * derived from the same entry in the mirror.  Nor do mentions have one, because
 * a post has the names of those whom it mentions, but not their ids: so a
 * mention that is missing is not found.  The rest is the same for all rows:
 *
 *	missing   A walk over the members or posts derives their entries, looks
 *	          each of them up in its key, and does not find it.
 *	gone      A walk over the entries of the key (lists.c) reads what each
 *	          of them names, and there is no such member or post;
 *	wrong     or there is one, but no such entry is derived from it;
 *	half      or the mirror lacks the same entry in return.
 *
 * A fault names the row, so that the repair (repair.c) derives once more, from
 * the truth as it is by then, and puts that entry in or takes it out.
 *
 * What a home timeline should have is no matter of a single member or post, so
 * check_home.c is a comparison of its own.
 */
#ifndef DERIVE_H
#define DERIVE_H

#include "admin/check/passes.h"
#include "libretwis/member/name_index.h"
#include "libretwis/post/tag.h"

/* An entry of a key, which a member or post has there. */
struct entry {
	struct subject owner; /* by whose id or name the key is spelled */
	struct subject is;    /* its id, or its text */
	const char *value;    /* its score, or that of a field; NULL: now */
	enum key_row in;
	bool must;  /* be there; otherwise it may be */
	bool known; /* to be there, so that nothing is read */
	/* What Redis has answered: */
	const char *key, *there;
	struct rt_ids at; /* where in a list */
	uint64_t length;  /* of a conversation, which may be full */
	struct list_of_tag {
		const char *type, *last, *used;
		uint64_t length;
	} tag;
};

/*
 * Of a member: names in the index of the search, as they are and as they were,
 * and entries in eight other keys.  A post has fewer: its lists, its thread or
 * original, its conversation, the board, and its tags.
 */
#define ENTRIES_MAX (8 + 2 * NAME_INDEX_MAX)

_Static_assert(8 + TAGS_MAX <= ENTRIES_MAX, "all of a post's fit");

struct entries {
	struct arena *a;
	const union post_fields *about; /* the post that it answers or shows */
	bool waits; /* in the outbox: a worker puts it into its lists */
	enum key_row in;
	struct entry *v;
	size_t n;
};

typedef void derive_entries(struct entries *to, const struct record *from);

/* How the entries of a key are compared, and what faults in them are called. */
struct derived {
	enum named from; /* what an entry names */
	enum kind missing, gone, wrong, half;
	/* An entry that is missing there as well is reported there alone. */
	enum key_row after;
	derive_entries *entries;
	/* Without `entries`: what one has to be like, if not all are right. */
	bool (*belongs)(const struct record *from, const struct entry *e);
	/* Instead of `missing`, where that depends. */
	enum kind (*what)(const struct record *from,
			  const struct entries *all);
	bool exact;        /* with another value it is missing */
	bool by_score;     /* its score is the id of what it names */
	bool by_name;      /* it is a name, and needs no more than a claim */
	bool by_claim;     /* it stays while the claim's member has no hash */
	bool newest_first; /* the order of a list */
	bool recount;      /* a post's hash has their number */
	bool likes;        /* rt_like() and rt_unlike() write both sides */
};

/* By enum key_row; a key that is not compared has a row of zeros, or none. */
extern const struct derived derived[];

/* Whether the entries of a key are compared. */
bool derive_knows(enum key_row in);

/* The key of an entry, and the entry as Redis has it. */
const char *entry_key(struct arena *a, const struct entry *e);
const char *entry_text(struct arena *a, const struct entry *e);

/* The entries of one key that follow from this member or post, in to->a. */
void derive(struct entries *to, enum key_row in, const struct record *from);

/* Whether an entry of a key is one of those. */
bool derive_has(struct arena *a, const struct record *from,
		const struct entry *e);

/*
 * Queue the read of each entry that has to be in any key, and report those that
 * are missing.
 */
void missing_queue(struct rt_pipe *p, struct entries *to, enum named what,
		   const struct record *from);
void missing_judge(const struct record *from, const struct entries *all);

#endif
