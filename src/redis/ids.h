/* New ids, and lists of them that grow; private to libretwis. */
#ifndef IDS_H
#define IDS_H

#include "redis/pipe.h"

/*
 * Queues a request for the next id of a counter.  It may be in use, since the
 * counter may have gone back, with a server that took over from another and had
 * not heard of its newest numbers.  Such an id is left alone, and after so many
 * `tries` the next one is 16 further on, then 256, and so on: such a server may
 * lack the ids of a second or two, which on a busy site are thousands, and
 * nobody can wait for as many tries.  Give up after ID_TRIES.
 */
#define ID_TRIES 5
void ids_next(struct rt_pipe *p, const char *counter, unsigned tries,
	      uint64_t *id);

struct id_list {
	struct rt_ids ids;
	size_t room;
};

/* Adds an id.  The list lives in `a`, and takes at most 32 bytes an id. */
void ids_add(struct arena *a, struct id_list *l, uint64_t id);

/* For qsort(). */
int ids_smaller_first(const void *one, const void *other);

/* Sorts: biggest first, which for posts is newest first, and each once. */
void ids_sort(struct id_list *l);

bool ids_have(struct rt_ids ids, uint64_t id);

/*
 * Where `id` stands in a list in the order of ids_sort(), or would stand; which
 * may be at its end.
 */
size_t ids_place(struct rt_ids sorted, uint64_t id);

#endif
