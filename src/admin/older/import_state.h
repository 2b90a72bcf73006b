/* Some members of the source on their way here; private to libretwis. */
#ifndef IMPORT_STATE_H
#define IMPORT_STATE_H

#include "admin/older/import_step.h"

/* So many at a time: for one processor, hashes of two seconds. */
#define ARRIVALS 64

struct arrival {
	struct older_member v[ARRIVALS];
	const char *stored[ARRIVALS]; /* what stands for a password */
	uint64_t owner[ARRIVALS];     /* of the name */
	size_t n;
};

/* Adds those of these ids who have a name; one round trip to the source. */
enum rt_err arrival_read(struct bring *b, const uint64_t *id, size_t n,
			 struct arrival *to);

/* Keeps those who may come, and says who is here already; one round trip. */
enum rt_err arrival_look(struct bring *b, struct arrival *arrival);

/* Whether that is the member's name here, or was made of it: anna_2. */
bool arrival_is_known(const char *here, const char *name);

#endif
