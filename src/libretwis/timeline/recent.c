#include "libretwis/timeline/recent.h"

#include <string.h>

#include "base/clock.h"

#define SECOND_MS 1000

/* Everybody may see it, so it outlives a request. */
static struct {
	int64_t began; /* the second that is counted */
	unsigned looks;
	bool is_kept; /* read in that second */
	size_t n;
	uint64_t id[RECENT_MOST];
} recent_kept;

static void recent_count(void)
{
	int64_t now = clock_ms();

	if (now - recent_kept.began >= SECOND_MS) {
		recent_kept.began = now;
		recent_kept.looks = 0;
		recent_kept.is_kept = false;
	}
	recent_kept.looks++;
}

bool recent_recall(struct arena *a, struct rt_ids *ids)
{
	recent_count();
	if (!recent_kept.is_kept)
		return false;
	ids->n = recent_kept.n;
	ids->v = arena_alloc(a, sizeof recent_kept.id);
	memcpy(ids->v, recent_kept.id, ids->n * sizeof *ids->v);
	return true;
}

/* An answer to a question of the second before is too old for this one. */
void recent_store(struct rt_ids ids, int64_t asked)
{
	if (recent_kept.looks <= RECENT_HOT || recent_kept.is_kept ||
	    asked < recent_kept.began || ids.n > RECENT_MOST)
		return;
	recent_kept.is_kept = true;
	recent_kept.n = ids.n;
	if (ids.n)
		memcpy(recent_kept.id, ids.v, ids.n * sizeof *ids.v);
}
