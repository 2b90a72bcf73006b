#include "libretwis/timeline/gather.h"
#include "schema/key.h"

#include <string.h>

/*
 * We read so many posts of each list first, and again at the end: a member may
 * have scheduled many for one moment.  Further reading begins a little before
 * that place, since posts may have been deleted in between.
 */
#define HEAD    50
#define OVERLAP 10

/*
 * While we read ten thousand lists, other requests of this process wait for
 * their replies behind ours: so we let them in after each hundred.
 */
#define LISTS_A_TRIP 100

static void gather_queue_sources(struct rt_pipe *p, const struct gather *g,
				 struct rt_ids *ids)
{
	rt_pipe_ids(p, ids, GATHER_SOURCES, "ZREVRANGE " KEY_FOLLOWING " 0 %d",
		    g->owner, GATHER_SOURCES - 1);
	rt_pipe_lenient(p);
}

static void gather_parse_sources(struct gather *g, struct rt_ids ids)
{
	struct rt_ids all = { .n = ids.n + 1 };

	all.v = arena_alloc(g->a, all.n * sizeof *all.v);
	if (ids.n)
		memcpy(all.v, ids.v, ids.n * sizeof *ids.v);
	all.v[ids.n] = g->owner;
	g->sources = all;
}

enum rt_err gather_sources(struct rt *rt, struct gather *g)
{
	struct rt_ids ids = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, g->a);
	gather_queue_sources(&p, g, &ids);
	if (!(err = rt_pipe_end(&p)))
		gather_parse_sources(g, ids);
	return err;
}

static void gather_queue_own(struct rt_pipe *p, uint64_t author,
			     struct rt_ids *ids, int from, int to)
{
	rt_pipe_ids(p, ids, (size_t)(to - from), "LRANGE " KEY_OWN " %d %d",
		    author, from, to - 1);
}

/* Reads the heads of all lists; and whom the owner follows now, if asked. */
static enum rt_err gather_heads(struct rt *rt, const struct gather *g,
				struct rt_ids *head, struct rt_ids *sources)
{
	enum rt_err err = RT_OK;
	struct rt_pipe p;
	size_t i = 0;

	while (!err && i < g->sources.n) {
		rt_pipe_begin_lenient(&p, rt, g->a);
		if (i == 0 && sources)
			gather_queue_sources(&p, g, sources);
		do
			gather_queue_own(&p, g->sources.v[i], &head[i], 0,
					 HEAD);
		while (++i < g->sources.n && i % LISTS_A_TRIP);
		err = rt_pipe_end(&p);
	}
	return err;
}

static void gather_add(struct gather *g, const struct rt_ids *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		for (size_t at = 0; at < list[i].n; at++)
			ids_add(g->a, &g->ids, list[i].v[at]);
	ids_sort(&g->ids);
	if (g->ids.ids.n > TIMELINE_CAP)
		g->ids.ids.n = TIMELINE_CAP;
}

/* Reads on for each member whose 50 newest posts are all in the timeline. */
static enum rt_err gather_further(struct rt *rt, struct gather *g,
				  const struct rt_ids *head)
{
	struct rt_ids found = g->ids.ids;
	uint64_t last = found.n < TIMELINE_CAP ? 0 : found.v[found.n - 1];
	struct rt_ids *more = arena_alloc(g->a, g->sources.n * sizeof *more);
	struct rt_pipe p;
	size_t busy = 0;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, g->a);
	for (size_t i = 0; i < g->sources.n; i++)
		if (head[i].n == HEAD && head[i].v[HEAD - 1] > last)
			gather_queue_own(&p, g->sources.v[i], &more[busy++],
					 HEAD - OVERLAP, TIMELINE_CAP);
	if (!(err = rt_pipe_end(&p)))
		gather_add(g, more, busy);
	return err;
}

enum rt_err gather_read(struct rt *rt, struct gather *g)
{
	struct rt_ids *head = arena_alloc(g->a, g->sources.n * sizeof *head);
	enum rt_err err = gather_heads(rt, g, head, NULL);

	if (err)
		return err;
	g->ids = (struct id_list){ 0 };
	gather_add(g, head, g->sources.n);
	return gather_further(rt, g, head);
}

static bool gather_same(struct rt_ids one, struct rt_ids other)
{
	return one.n == other.n &&
	       memcmp(one.v, other.v, one.n * sizeof *one.v) == 0;
}

/* Whether a post belongs in the timeline, and we have not found it. */
static bool gather_missed(const struct gather *g, uint64_t id)
{
	struct rt_ids found = g->ids.ids;

	return (found.n < TIMELINE_CAP || id > found.v[found.n - 1]) &&
	       !ids_have(found, id);
}

enum rt_err gather_again(struct rt *rt, struct gather *g,
			 struct id_list *missed)
{
	struct rt_ids *head = arena_alloc(g->a, g->sources.n * sizeof *head);
	struct rt_ids ids = { 0 }, before = g->sources;
	enum rt_err err;

	if ((err = gather_heads(rt, g, head, &ids)))
		return err;
	gather_parse_sources(g, ids);
	if (!gather_same(before, g->sources))
		return RT_NOT_FOUND;
	for (size_t i = 0; i < g->sources.n; i++)
		for (size_t at = 0; at < head[i].n; at++)
			if (gather_missed(g, head[i].v[at]))
				ids_add(g->a, missed, head[i].v[at]);
	ids_sort(missed);
	gather_add(g, &missed->ids, 1);
	return RT_OK;
}
