/*
 * An import that is running, and what its steps share.
 *
 *	begin	store the source and the mode in `import`, raise both counters
 *	members	claim the names, store the hashes of the passwords
 *	posts	in the order of their ids, with the lists that show them
 *	follows	and since when each member has been here
 *
 * The steps run in this order, each in chunks.  Whatever an earlier run has
 * stored is found again and not stored twice.
 *
 * Before the first member or post is stored, both counters are raised above all
 * ids that will be used.  So a member who registers meanwhile gets none of
 * them.
 *
 * Ids do not change if the site is empty.  If it has members, `base` is added
 * to the id of each member who comes; if it has posts, those that come are
 * stored in the archives of their authors.
 */
#ifndef IMPORT_H
#define IMPORT_H

#include <string.h>

#include "admin/older/source.h"
#include "base/prefix.h"

enum import_mode {
	IMPORT_WHOLE,   /* no id changes */
	IMPORT_MEMBERS, /* `base` is added to the ids of members */
	IMPORT_ARCHIVES /* the same, and posts are stored in archives */
};

struct import {
	struct rt *rt;
	enum import_mode mode;
	uint64_t base; /* added to each member's id; 0 for IMPORT_WHOLE */
	struct source from;
	const struct rt_import *options;
	struct rt_imported sum;
	struct arena all, chunk; /* until the end, and for one chunk */
	uint64_t done, total;    /* of all members, twice, and all posts */
	uint64_t time;           /* of the latest post, in seconds */
	uint64_t before;         /* the last member of an earlier run, or 0 */
};

/* A step that import.c runs; each is in the file of its name. */
struct import_step {
	enum rt_err (*run)(struct import *im);
};

extern const struct import_step import_members, import_posts, import_follows;

static inline void import_report(struct import *im, size_t more)
{
	im->done += more;
	if (im->options->tell)
		im->options->tell(im->done, im->total);
}

/* The id that a member of the source has here; 0 if there is no such member. */
static inline uint64_t import_member_id(const struct import *im, uint64_t id)
{
	return source_find_member(&im->from, id) < im->from.members.ids.n
		       ? im->base + id
		       : 0;
}

/* Whether that is the member's name here, or was made from it, as anna_2 is. */
static inline bool import_is_same_name(const char *here, const char *name)
{
	const char *rest = text_after(here, name);

	if (rest && *rest == '_')
		rest += 1 + strspn(rest + 1, "0123456789");
	return rest && !*rest;
}

#endif
