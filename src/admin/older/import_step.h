/*
 * An import under way: what its steps share; private to libretwis.
 *
 * In this order, and each step begins in chunks what an earlier run may have
 * done already:
 *
 *	begin	note the source and the mode in `import`, raise both counters
 *	members	claim the names, store the hashes
 *	posts	in the order of their ids, with the lists that show them
 *	follows	and since when a member has been there: since the first post
 *
 * Both counters stand above all ids that will come before the first object
 * does.  So a member who registers in between takes none of them.
 *
 * Ids stay what they were where there is room for them.  Where the site has
 * members already, `base` is added to the id of each who comes; and where it
 * has posts, those that come go to the archives of their authors.
 */
#ifndef IMPORT_STEP_H
#define IMPORT_STEP_H

#include "admin/older/source.h"

enum import_mode {
	IMPORT_WHOLE,   /* all ids stay */
	IMPORT_MEMBERS, /* to the ids of members `base` is added */
	IMPORT_ARCHIVES /* the same, and posts become archives */
};

struct import {
	struct rt *rt;
	enum import_mode mode;
	uint64_t base; /* added to each member's id; 0 for IMPORT_WHOLE */
	struct source from;
	const struct rt_import *wish;
	struct rt_imported sum;
	struct arena all, chunk; /* until the end, and for one chunk */
	uint64_t done, total;    /* of all members, twice, and posts */
	uint64_t time;           /* of the post that came last, in seconds */
	uint64_t before;         /* the last member of an earlier run, or 0 */
};

/* So many more of them are done. */
void import_report(struct import *b, size_t more);

/* The id that a member of the source has here; 0 for nobody. */
uint64_t import_here(const struct import *b, uint64_t id);

/* Where in `from.members` that member stands; their number for nobody. */
size_t import_place(const struct import *b, uint64_t id);

/*
 * A text of the source as we store it: UTF-8 without controls, and white space
 * at its end.  "" for nothing, or for blanks alone.
 */
const char *import_text(struct import *b, const char *text);

#endif
