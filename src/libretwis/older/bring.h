/*
 * An import under way: what its steps share; private to libretwis.
 *
 * In this order, and each step begins in chunks what an earlier run may have
 * done already:
 *
 *	begin	note the source in `import`, raise both counters
 *	members	claim the names, store the hashes
 *	posts	in the order of their ids, with the lists that show them
 *	follows	and since when a member has been there: since the first post
 *
 * Both counters stand above all ids that will come before the first object
 * does.  So a member who registers in between takes none of them.
 */
#ifndef BRING_H
#define BRING_H

#include "libretwis/older/source.h"

struct bring {
	struct rt *rt;
	struct source from;
	const struct rt_import *wish;
	struct rt_imported sum;
	struct arena all, chunk; /* until the end, and for one chunk */
	uint64_t done, total;    /* of all members, twice, and posts */
	uint64_t time;           /* of the post that came last, in seconds */
};

/* So many more of them are done. */
void bring_tell(struct bring *b, size_t more);

/* Where in `from.members` that member stands; their number for nobody. */
size_t bring_place(const struct bring *b, uint64_t id);

/*
 * A text of the source as we store it: UTF-8 without controls, and white space
 * at its end.  "" for nothing, or for blanks alone.
 */
const char *bring_text(struct bring *b, const char *text);

#endif
