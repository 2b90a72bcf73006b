/*
 * Keys that lead from a name to a member, in the edition of 2009; private to
 * libretwis.  In places they are all that is left of a member's name.
 */
#ifndef NAME_INDEX_H
#define NAME_INDEX_H

#include "admin/older/older.h"

struct lead {
	const char *key, *name;
	uint64_t id;
};

/* Of members who have no name of their own. */
struct leads {
	struct lead *v;
	size_t n, room;
};

struct source;

/*
 * Looks for such keys among these, and adds to `found` where they lead, and to
 * `members`.  All lives in `a`.  Two round trips, or none; a name whose key
 * leads nowhere is nobody's.
 */
enum rt_err leads_look(struct source *s, struct arena *a, struct arena *chunk,
		       const struct rt_texts *keys, struct leads *found,
		       struct id_list *members);

/* Before leads_name(), once all keys were looked at. */
void leads_sort(struct leads *l);

/* NULL: none leads there. */
const char *leads_name(const struct leads *l, uint64_t id);

#endif
