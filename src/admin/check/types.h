/*
 * Keys of a wrong type.
 *
 * Everything else treats such a key as if it did not exist, so without this
 * the host would hear what is missing, but not why.
 *
 * The types of tags and trends are checked together with their contents, since
 * without one of these nothing else seems to be missing.
 */
#ifndef TYPES_H
#define TYPES_H

#include "admin/check/passes.h"

/*
 * Reports a fault of that kind if `type`, the answer of TYPE for the key, is
 * not the wanted one.  Returns whether the key is of that type, or does not
 * exist.
 */
bool type_judge(struct check *c, enum kind kind, struct subject at,
		const char *key, const char *type, const char *wanted);

/* The keys of a member other than the hash. */
struct member_keys {
	const char **key; /* as formats */
	uint64_t *is_there;
	size_t n;
};

/* Queues an EXISTS for each of them. */
void member_queue_keys(struct rt_pipe *p, uint64_t id,
		       struct member_keys *has);
bool member_has_any(const struct member_keys *has);

/* All keys of these owners, from the table of keys, in one round trip. */
enum rt_err types_check(struct check *c, struct rt *link, enum named owner,
			const struct subject *v, size_t n);

/* The queue {leaving} is on the server with the data, not on the bus. */
chunk_check check_leaving_types;

#endif
