/*
 * What is known while the database is looked through; private to libretwis.
 *
 * Each walk goes through something whole, such as the members by their ids, and
 * looks at it by the chunk.  A look finds suspicions, since the site goes on
 * writing: when all walks are done, each suspicion is looked at again, and only
 * what was found both times counts.  So a look has to tell the same fault in
 * the same words every time.
 */
#ifndef CHECKING_H
#define CHECKING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "admin/check/kinds.h"
#include "base/arena.h"
#include "libretwis/retwis.h"
#include "redis/ids.h"
#include "schema/key.h"

/* What is looked at: a member or a post by its id, or an entry by its text. */
struct subject {
	uint64_t id;
	const char *text;
};

#define AT(n)    ((struct subject){ .id = (n) })
#define NAMED(t) ((struct subject){ .text = (t) })

struct fault {
	enum kind kind;
	int walk;        /* that has found it; see walk.c */
	enum key_row in; /* the key with the entry that is wrong or missing */
	struct subject at;
	uint64_t other;
	const char *what; /* or NULL */
};

struct faults {
	struct fault *v;
	size_t n, room;
};

/* Adds one.  The list lives in `a`, and so do copies of the fault's texts. */
void faults_add(struct arena *a, struct faults *f, struct fault one);

/* Kind by kind, as kinds.h has them, each once.  The others below need that. */
void faults_sort(struct faults *f);

bool faults_have(const struct faults *f, const struct fault *one);

/* Adds those of `now` that `all` does not have; tells whether there are any. */
bool faults_merge(struct arena *a, struct faults *all,
		  const struct faults *now);

struct check {
	struct rt *rt;
	const struct rt_check *how;
	struct arena all, chunk, part; /* as long as they are named */
	struct faults found;           /* in this look */
	int walk;                      /* the one that looks */
	const struct faults *again; /* it looks at these once more, or NULL */
	bool adopted;
	uint64_t members, posts; /* the last ids of each */
	struct id_list claimed;  /* the members that a name leads to */
	unsigned char *own;      /* a bit for each post in its own: list */
	struct rt_ids timeline;  /* while posts are looked at */
	uint64_t done, total;
};

/* So much of a list or set is read at once. */
#define CHECK_PART 1000

/*
 * Remembers a suspicion; or, in the second look, what was one in the first.
 * The texts may live in any arena.
 */
void check_found(struct check *c, enum kind kind, struct subject at,
		 uint64_t other, const char *what);
void check_found_in(struct check *c, enum key_row in, enum kind kind,
		    struct subject at, uint64_t other, const char *what);

/* Posts that were met in the own: list of their author, and whether one was. */
void check_mark_own(struct check *c, uint64_t post);
bool check_is_own(const struct check *c, uint64_t post);

/* Whether a name leads to that member, even if the member's hash is gone. */
bool check_is_claimed(const struct check *c, uint64_t id);

/*
 * One mending of one fault.  Its memory is `c->chunk`, and only there.  It
 * leaves alone whatever is gone, or has changed since the look.
 */
typedef enum rt_err mending(struct check *c, const struct fault *f);

#endif
