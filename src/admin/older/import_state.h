/* Some members of the source on their way here; private to libretwis. */
#ifndef IMPORT_STATE_H
#define IMPORT_STATE_H

#include "admin/older/import_step.h"

/* So many at a time: for one processor, hashes of two seconds. */
#define ARRIVALS 64

struct import_state {
	struct older_member v[ARRIVALS];
	const char *stored[ARRIVALS]; /* what stands for a password */
	uint64_t owner[ARRIVALS];     /* of the name */
	size_t n;
};

/* Adds those of these ids who have a name; one round trip to the source. */
enum rt_err import_state_read(struct import *b, const uint64_t *id, size_t n,
			      struct import_state *to);

/* Keeps those who may come, and says who is here already; one round trip. */
enum rt_err import_state_request(struct import *b,
				 struct import_state *arrival);

/* Whether that is the member's name here, or was made of it: anna_2. */
bool import_state_is_known(const char *here, const char *name);

#endif
