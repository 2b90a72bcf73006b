#include "libretwis/post/unfollowed.h"

#include "libretwis/post/deliver.h"
#include "schema/key.h"

/* Of very many with the same score we see a part, and ask for the others. */
#define MOST (2 * DELIVER_CHUNK)

/* One whom we pushed to, and have not found again. */
struct missing {
	uint64_t author, fan;
	const char *follows;
};

/*
 * ZMSCORE would ask for the fans themselves, but takes Redis five times as long,
 * since it writes down a score for each.
 */
void unfollowed_ask(struct rt_pipe *p, struct unfollowed *u, const char *from,
		    const char *to)
{
	rt_pipe_ids(p, &u->still, MOST,
		    "ZRANGEBYSCORE " KEY_FOLLOWERS " %s %s LIMIT 0 %d",
		    u->author, from, to, MOST);
}

/* Both lists have the same order, and so it is nearly always the next one. */
static bool unfollowed_is_among(struct rt_ids ids, size_t *next, uint64_t id)
{
	for (size_t i = *next; i < ids.n; i++)
		if (ids.v[i] == id) {
			*next = i + 1;
			return true;
		}
	return false;
}

static size_t unfollowed_missing(const struct unfollowed *u,
				 struct missing *missing)
{
	size_t n = 0, next = 0;

	for (size_t i = 0; i < u->fans.n; i++)
		if (!unfollowed_is_among(u->still, &next, u->fans.v[i]))
			missing[n++] = (struct missing){ .author = u->author,
							 .fan = u->fans.v[i] };
	return n;
}

static enum rt_err unfollowed_drop_missing(struct rt *rt, struct arena *a,
					   struct missing *missing, size_t n)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	for (struct missing *m = missing; m < missing + n; m++)
		rt_pipe_str(&p, &m->follows, "ZSCORE " KEY_FOLLOWERS " " ID,
			    m->author, m->fan);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin(&p, rt, a);
	for (const struct missing *m = missing; m < missing + n; m++)
		if (!m->follows)
			rt_pipe(&p, "UNLINK " KEY_POSTS, m->fan);
	return rt_pipe_end(&p);
}

enum rt_err unfollowed_drop(struct rt *rt, struct arena *a,
			    const struct unfollowed *u, size_t n)
{
	struct missing *missing;
	size_t most = 0, found = 0;

	for (size_t i = 0; i < n; i++)
		most += u[i].fans.n;
	missing = arena_alloc(a, most * sizeof *missing);
	for (size_t i = 0; i < n; i++)
		found += unfollowed_missing(&u[i], missing + found);
	return unfollowed_drop_missing(rt, a, missing, found);
}
