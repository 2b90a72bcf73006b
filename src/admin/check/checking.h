/*
 * The state of a check, and the faults that it has found.
 *
 * A check is a series of walks.  Each goes through one whole set, such as all
 * members by their ids, in chunks (walk.c).  The site goes on writing
 * meanwhile, so whatever seems to be wrong is only a suspicion.  When all
 * walks are done, the same walks check the suspicious places once more, and
 * only what is found both times is a fault.  They are compared by all their
 * words and numbers, so a check has to describe the same fault in the same way
 * each time.
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

/* What is checked: a member or a post by its id, or an entry by its text. */
struct subject {
	uint64_t id;
	const char *text;
};

#define AT(n)    ((struct subject){ .id = (n) })
#define NAMED(t) ((struct subject){ .text = (t) })

struct fault {
	enum kind kind;
	int walk;        /* the walk that found it: an index into walks[] */
	enum key_row in; /* the key with the entry that is wrong or missing */
	struct subject at;
	uint64_t other;
	const char *what; /* or NULL */
};

struct faults {
	struct fault *v;
	size_t n, room;
};

/* Adds one, with copies of its texts.  All memory is from `a`. */
void faults_add(struct arena *a, struct faults *f, struct fault one);

/* In the order of kinds.h, without doubles.  The functions below need that. */
void faults_sort(struct faults *f);

bool faults_have(const struct faults *f, const struct fault *one);

/* Adds those of `now` that `all` lacks, and returns whether there were any. */
bool faults_merge(struct arena *a, struct faults *all,
		  const struct faults *now);

/* What the walks over pictures know of each other. */
struct pictures_seen {
	uint64_t since;        /* as in Redis; 0: the site never had any */
	uint64_t count, bytes; /* as in Redis before the walks */
	bool is_ours;          /* the folder; otherwise nothing is checked */
	/* In the first pass: rows, what is in them, and those without files. */
	uint64_t rows, row_bytes, lost;
	bool is_lost; /* some of these had no files in the second pass */
	size_t found; /* faults of single rows */
};

struct check {
	struct rt *rt;
	const struct rt_check *how;
	struct arena all, chunk, part; /* how long their memory is kept */
	struct faults found;
	int walk;                   /* the one that runs now */
	const struct faults *again; /* the suspicions, in the second pass */
	bool adopted;
	uint64_t members, posts, cases; /* the last ids of each */
	struct id_list claimed;         /* the ids in `users` */
	unsigned char *own;         /* a bit for each post found in own:ID */
	struct rt_ids timeline;     /* during the walk over posts */
	struct rt_texts stop_words; /* sorted */
	struct pictures_seen pictures;
	uint64_t done, total;
};

/* How many entries of a list or set are read at once. */
#define CHECK_PART 1000

/*
 * Adds to `c->found`; in the second pass only what was found in the first.  The
 * texts may be in any arena.
 */
void check_found(struct check *c, enum kind kind, struct subject at,
		 uint64_t other, const char *what);
void check_found_in(struct check *c, enum key_row in, enum kind kind,
		    struct subject at, uint64_t other, const char *what);

/* Which posts the walk over own:ID has found in the list of their author. */
void check_mark_own(struct check *c, uint64_t post);
bool check_is_own(const struct check *c, uint64_t post);

/* Whether a name in `users` leads to this id, even if its hash is gone. */
bool check_is_claimed(const struct check *c, uint64_t id);

/*
 * Repairs one fault.  It reads again what the fault is about, and does nothing
 * if that is gone or has changed since.  All its memory is from `c->chunk`.
 */
typedef enum rt_err fault_repair(struct check *c, const struct fault *f);

#endif
