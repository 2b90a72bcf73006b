#include "libretwis/post/erase.h"

#include "base/clock.h"
#include "redis/wait_replicas.h"

/* A list of another type keeps nobody from taking words back. */
enum rt_err erase_step(struct rt *rt, struct arena *a, struct erasure *e,
		       size_t n, erasing *const *part)
{
	struct rt_pipe p;

	rt_pipe_begin_lenient(&p, rt, a);
	for (; *part; part++) {
		wait_replicas_then(&p);
		for (size_t i = 0; i < n; i++)
			(*part)(&p, &e[i]);
	}
	return rt_pipe_end(&p);
}

enum rt_err erase_rest(struct rt *rt, struct arena *a, struct erasure *e,
		       size_t n)
{
	struct counted *count = arena_alloc(a, n * sizeof *count);
	enum rt_err err;

	for (size_t i = 0; i < n; i++)
		e[i].count = &count[i];
	if ((err = erase_step(rt, a, e, n, erasure_leave)) ||
	    (err = counts_copy(rt, a, count, n)) ||
	    (err = erase_step(rt, a, e, n, erasure_forget)))
		return err;
	/* Full memory, which refuses this, is no error. */
	erase_step(rt, a, e, n, erasure_reuse_tags);
	return RT_OK;
}

/* ---- the crowd ---------------------------------------------------------- */

/*
 * No page lets anybody like or repost a repost.  If somebody seems to, then
 * another program has written that, or Redis lies, perhaps without end: so we
 * take one hundred back and go on, and `check` finds what is left.
 */
static enum rt_err erase_reposts(struct rt *rt, struct arena *a,
				 struct erasure *e, size_t n)
{
	enum rt_err err;

	if ((err = erase_step(rt, a, e, n, erasure_look)) ||
	    (err = erase_step(rt, a, e, n, erasure_leave_crowd)))
		return err;
	return erase_rest(rt, a, e, n);
}

/* A repost shows nothing without its post, so both go. */
enum rt_err erase_some(struct rt *rt, struct arena *a, struct erasure *e)
{
	struct erasure *repost = arena_alloc(a, e->reposts.n * sizeof *repost);
	enum rt_err err;
	size_t n = 0;

	for (size_t i = 0; i < e->reposts.n; i++) {
		const char *entry = e->reposts.v[i];
		uint64_t id = rt_u64(entry);

		if (id && id != e->id)
			repost[n++] = (struct erasure){
				.id = id,
				.entry = entry,
				.found = FOUND_WITH_POST,
			};
	}
	if (n && (err = erase_reposts(rt, a, repost, n)))
		return err;
	return erase_step(rt, a, e, 1, erasure_leave_crowd);
}

static bool erase_is_over(int64_t end_ms)
{
	return end_ms && clock_ms() >= end_ms;
}

/*
 * A hundred after the other, in memory of its own: there may be very many.
 * Only a host waits until nobody is left; a worker comes back.
 */
static enum rt_err erase_crowd(struct rt *rt, struct erasure *e,
			       int64_t end_ms)
{
	struct arena part = { 0 };
	enum rt_err err = RT_OK;

	while (!err && erasure_has_crowd(e)) {
		if ((err = erase_some(rt, &part, e)))
			break;
		arena_reset(&part);
		err = erase_step(rt, &part, e, 1, erasure_ask_crowd);
		if (erase_is_over(end_ms))
			break;
	}
	arena_free(&part);
	return err;
}

/* The first crowd loses a hundred however late it is, so each run gets on. */
static enum rt_err erase_all(struct rt *rt, struct arena *a, struct erasure *e,
			     size_t n, int64_t end_ms)
{
	enum rt_err err = erase_step(rt, a, e, n, erasure_look);
	bool is_over = false;
	size_t rest = 0;

	for (size_t i = 0; !err && i < n; i++) {
		if (erasure_has_crowd(&e[i]) && !is_over) {
			err = erase_crowd(rt, &e[i], end_ms);
			is_over = erase_is_over(end_ms);
		}
		if (!erasure_has_crowd(&e[i]))
			e[rest++] = e[i];
	}
	return err || !rest ? err : erase_rest(rt, a, e, rest);
}

enum rt_err erase_posts(struct rt *rt, struct arena *a, uint64_t author,
			const char *const *entry, size_t n, int64_t end_ms)
{
	struct erasure *e = arena_alloc(a, n * sizeof *e);

	for (size_t i = 0; i < n; i++)
		e[i] = (struct erasure){ .id = rt_u64(entry[i]),
					 .author = author,
					 .entry = entry[i],
					 .found = FOUND_WITH_AUTHOR };
	return erase_all(rt, a, e, n, end_ms);
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

	return erase_reposts(rt, a, &e, 1);
}
