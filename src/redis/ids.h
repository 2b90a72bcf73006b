/* New ids from a counter, and lists of ids that grow. */
#ifndef IDS_H
#define IDS_H

#include "redis/pipe.h"

/*
 * Queues a request for the next id of a counter.
 *
 * The id may be in use already: a replica that takes over from its master may
 * not have received the newest numbers, and then the counter has gone back.
 * Skip such an id and call this again with the number of attempts so far.  Each
 * attempt moves the counter on by 16 times as much as the one before it,
 * because the ids of the last second or two may be missing.  On a busy site
 * these are thousands, too many to be tried one by one.  Give up after
 * ID_TRIES.
 */
#define ID_TRIES 5
void ids_next(struct rt_pipe *p, const char *counter, unsigned tries,
	      uint64_t *id);

struct id_list {
	struct rt_ids ids;
	size_t room;
};

/* Appends an id.  The list lives in `a`, and takes at most 32 bytes an id. */
void ids_add(struct arena *a, struct id_list *l, uint64_t id);

/* A comparison for qsort(). */
int ids_smaller_first(const void *one, const void *other);

/*
 * Sorts in descending order, which for posts is newest first, and removes
 * duplicates.
 */
void ids_sort(struct id_list *l);

bool ids_have(struct rt_ids ids, uint64_t id);

/*
 * The index at which a list in the order of ids_sort() has `id`, or would have
 * to have it inserted; that may be the end of the list.
 */
size_t ids_place(struct rt_ids sorted, uint64_t id);

#endif
