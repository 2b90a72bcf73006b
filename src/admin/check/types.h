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

/* Which keys a member has by the id, besides the hash. */
struct member_keys {
	const char **key; /* as formats */
	uint64_t *is_there;
	size_t n;
};

/* Queues the question; the answers live where those of the pipeline do. */
void member_queue_keys(struct rt_pipe *p, uint64_t id,
		       struct member_keys *has);
bool member_has_any(const struct member_keys *has);

/* All keys of each of these, by the table of keys.  One round trip for all. */
enum rt_err types_check(struct check *c, struct rt *link, enum named owner,
			const struct subject *v, size_t n);

/* The queue {leaving} lies with the data. */
chunk_check check_leaving_types;

#endif
