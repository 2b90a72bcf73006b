#include "libretwis/post/erase.h"

#include "libretwis/post/erasure.h"

/* One step for all `n` posts: one round trip. */
static enum rt_err erase_step(struct rt *rt, struct arena *a,
			      struct erasure *e, size_t n,
			      void (*queue)(struct rt_pipe *,
					    struct erasure *))
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, a);
	for (size_t i = 0; i < n; i++)
		queue(&p, &e[i]);
	return rt_pipe_end(&p);
}

static enum rt_err erase_all(struct rt *rt, struct arena *a, struct erasure *e,
			     size_t n);

/*
 * A repost shows nothing without its post, so both go.  This calls erase_all()
 * for the reposts, which goes no deeper: nobody can repost a repost.
 */
static enum rt_err erase_reposts_of(struct rt *rt, struct arena *a,
				    struct erasure *e)
{
	enum rt_err err = RT_OK;

	while (!err && e->reposts.n) {
		size_t n = e->reposts.n;
		struct erasure *repost = arena_alloc(a, n * sizeof *repost);

		for (size_t i = 0; i < n; i++) {
			uint64_t id = e->reposts.v[i];

			repost[i].id = id;
			repost[i].entry = arena_printf(a, ID, id);
			repost[i].found = FOUND_WITH_POST;
		}
		if (!(err = erase_all(rt, a, repost, n)))
			err = erase_step(rt, a, e, 1, erasure_next_reposts);
	}
	return err;
}

static bool erase_more_likers(const struct erasure *e, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (erasure_more_likers(&e[i]))
			return true;
	return false;
}

static enum rt_err erase_all(struct rt *rt, struct arena *a, struct erasure *e,
			     size_t n)
{
	struct counted *count = arena_alloc(a, n * sizeof *count);
	enum rt_err err;

	for (size_t i = 0; i < n; i++)
		e[i].count = &count[i];
	err = erase_step(rt, a, e, n, erasure_look);
	for (size_t i = 0; !err && i < n; i++)
		err = erase_reposts_of(rt, a, &e[i]);
	while (!err && erase_more_likers(e, n))
		err = erase_step(rt, a, e, n, erasure_next_likers);
	if (err || (err = erase_step(rt, a, e, n, erasure_leave)) ||
	    (err = counts_copy(rt, a, count, n)) ||
	    (err = erase_step(rt, a, e, n, erasure_forget)))
		return err;
	/*
	 * The posts are gone.  Full memory, which refuses this, is no error.
	 */
	erase_step(rt, a, e, n, erasure_reuse_tags);
	return RT_OK;
}

/* ---- for those who ask for it ------------------------------------------ */

enum rt_err erase_posts(struct rt *rt, struct arena *a, uint64_t author,
			const char *const *entry, size_t n)
{
	struct erasure *e = arena_alloc(a, n * sizeof *e);

	for (size_t i = 0; i < n; i++)
		e[i] = (struct erasure){ .id = rt_u64(entry[i]),
					 .author = author,
					 .entry = entry[i],
					 .found = FOUND_WITH_AUTHOR };
	return erase_all(rt, a, e, n);
}

enum rt_err erase_repost(struct rt *rt, struct arena *a, uint64_t author,
			 uint64_t original, uint64_t owner, uint64_t id)
{
	struct erasure e = { .id = id,
			     .author = author,
			     .original = original,
			     .owner = owner,
			     .entry = arena_printf(a, ID, id),
			     .found = FOUND_WITH_AUTHOR };

	return erase_all(rt, a, &e, 1);
}

enum rt_err erase_post(struct rt *rt, struct arena *a, uint64_t id,
		       uint64_t by)
{
	struct erasure e = { .id = id,
			     .entry = arena_printf(a, ID, id),
			     .found = FOUND_ALONE };
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_look(&p, rt, a);
	rt_pipe_u64(&p, &e.author, "HGET " KEY_POST " user_id", id);
	if ((err = rt_pipe_end(&p)))
		return err;
	if (!e.author)
		return RT_NOT_FOUND;
	if (by && by != e.author)
		return RT_DENIED;
	return erase_all(rt, a, &e, 1);
}
