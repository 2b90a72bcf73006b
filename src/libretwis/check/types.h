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

#include "libretwis/check/looking.h"

/*
 * Finds a fault of that kind if `key` has another type than `wanted`, as TYPE
 * says.  True if it has that type, or is not there.
 */
bool type_judge(struct check *c, enum kind kind, struct subject at,
		const char *key, const char *type, const char *wanted);

/*
 * The keys of members, of posts, of made timelines, of queues, and those of
 * which there is one.
 */
enum rt_err look_member_types(struct check *c, const struct subject *v,
			      size_t n);
enum rt_err look_post_types(struct check *c, const struct subject *v,
			    size_t n);
enum rt_err look_mark_types(struct check *c, const struct subject *v,
			    size_t n);
enum rt_err look_queue_types(struct check *c, const struct subject *v,
			     size_t n);
enum rt_err look_single_types(struct check *c, const struct subject *v,
			      size_t n);

#endif
