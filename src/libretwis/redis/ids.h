/* Lists of ids that grow; private to libretwis. */
#ifndef IDS_H
#define IDS_H

#include "libretwis/redis/pipe.h"

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

#endif
