/*
 * Keys that lead from a name to a member, in the edition of 2009; private to
 * libretwis.  In places they are all that is left of a member's name.
 */
#ifndef NAME_INDEX_H
#define NAME_INDEX_H

#include "admin/older/older.h"

struct name_index_entry {
	const char *key, *name;
	uint64_t id;
};

/* Of members who have no name of their own. */
struct name_index {
	struct name_index_entry *v;
	size_t n, room;
};

struct source;

/*
 * Looks for such keys among these, and adds to `found` where they lead, and to
 * `members`.  All lives in `a`.  Two round trips, or none; a name whose key
 * leads nowhere is nobody's.
 */
enum rt_err name_index_read(struct source *s, struct arena *a,
			    struct arena *chunk, const struct rt_texts *keys,
			    struct name_index *found, struct id_list *members);

/* Before name_index_name(), once all keys were looked at. */
void name_index_sort(struct name_index *l);

/* NULL: none leads there. */
const char *name_index_name(const struct name_index *l, uint64_t id);

#endif
