/*
 * Keys of a wrong type; private to libretwis.
 *
 * Everything else passes over such a key as if it were not there, so without
 * this look a host would only hear of what is missing, and not why.
 *
 * Tags and trends are looked at where the checker meets them: without one of
 * these nothing else seems to be missing.
 */
#ifndef TYPES_H
#define TYPES_H

#include "admin/check/passes.h"

/*
 * Finds a fault of that kind if `key` has another type than `wanted`, as TYPE
 * says.  True if it has that type, or is not there.
 */
bool type_judge(struct check *c, enum kind kind, struct subject at,
		const char *key, const char *type, const char *wanted);

/* A key, as a format for an id or a text; and its type, NULL for any. */
struct typed {
	const char *key, *type;
};

extern const struct typed types_of_member[], types_of_post[], types_of_mark[],
	types_of_queue[], types_single[];

/* So many keys a member may have by the id, besides the hash. */
#define MEMBER_KEYS 12

/* Queues a look at which of them are there: 1 or 0 for each. */
void member_queue_keys(struct rt_pipe *p, uint64_t id,
		       uint64_t there[MEMBER_KEYS]);
bool member_has_any(const uint64_t there[MEMBER_KEYS]);

/* The keys in the table, of each of these.  One round trip for all. */
enum rt_err types_check(struct check *c, struct rt *link,
			const struct typed *table, const struct subject *v,
			size_t n);

#endif
