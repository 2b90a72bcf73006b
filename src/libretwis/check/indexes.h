/*
 * What leads to members by something else than the id: `names`, `auths`,
 * `users_by_time` and `members`; and who waits; private to libretwis.
 */
#ifndef INDEXES_H
#define INDEXES_H

#include "libretwis/check/looking.h"

enum rt_err look_names(struct check *c, const struct subject *v, size_t n);
enum rt_err look_auths(struct check *c, const struct subject *v, size_t n);
enum rt_err look_by_time(struct check *c, const struct subject *v, size_t n);
enum rt_err look_members(struct check *c, const struct subject *v, size_t n);
enum rt_err look_waiting(struct check *c, const struct subject *v, size_t n);

/* Takes the entry {name} out. */
enum rt_err mend_index(struct check *c, const struct fault *f);

/* Takes `field` out of a hash of ids, if it still leads to this one. */
enum rt_err index_drop(struct check *c, const char *key, const char *field,
		       uint64_t id);

#endif
