#include "libretwis/check/check_lists.h"

#include <stdlib.h>
#include <string.h>

#include "libretwis/base/prefix.h"
#include "libretwis/check/drop_doubles.lua.h"
#include "libretwis/check/hashes.h"
#include "libretwis/check/insert_post.lua.h"
#include "libretwis/check/mends.h"
#include "libretwis/check/sort_posts.lua.h"

/*
 * Posts of the same moment pass one another, and a form that is sent again
 * brings a post that is ten minutes old.
 */
#define SWAPPED_SECONDS 900

static void list_look_for_doubles(struct check *c, const struct list *l)
{
	size_t n = l->ids.n;
	uint64_t *v = arena_alloc(&c->part, n * sizeof *v);

	if (!n)
		return;
	memcpy(v, l->ids.v, n * sizeof *v);
	qsort(v, n, sizeof *v, ids_smaller_first);
	for (size_t i = 1; i < n; i++)
		if (v[i] == v[i - 1])
			check_found(c, LIST_DOUBLE, l->of, v[i], l->key);
}

/* ---- the order --------------------------------------------------------- */

struct swap {
	uint64_t id, time, below;
};

static size_t list_swaps(struct check *c, struct rt_ids ids,
			 struct swap **swaps)
{
	size_t n = 0;

	for (size_t i = 1; i < ids.n; i++)
		n += ids.v[i - 1] < ids.v[i];
	*swaps = arena_alloc(&c->part, n * sizeof **swaps);
	n = 0;
	for (size_t i = 1; i < ids.n; i++)
		if (ids.v[i - 1] < ids.v[i])
			(*swaps)[n++] = (struct swap){ .id = ids.v[i - 1],
						       .below = ids.v[i] };
	return n;
}

/* An older post above a newer one, both by its id and by its time. */
static enum rt_err list_look_at_order(struct check *c, const struct list *l)
{
	struct swap *swaps;
	size_t n = list_swaps(c, l->ids, &swaps);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, c->rt, &c->part);
	for (struct swap *s = swaps; s < swaps + n; s++) {
		rt_pipe_u64(&p, &s->time, "HGET " KEY_POST " time", s->id);
		rt_pipe_u64(&p, &s->below, "HGET " KEY_POST " time", s->below);
	}
	if ((err = rt_pipe_end(&p)))
		return err;
	for (const struct swap *s = swaps; s < swaps + n; s++)
		if (s->time && s->below > s->time + SWAPPED_SECONDS)
			check_found(c, LIST_ORDER, l->of, s->id, l->key);
	return RT_OK;
}

/* PHP keeps one entry more. */
enum rt_err list_faults(struct check *c, const struct list *l)
{
	arena_reset(&c->part);
	if (l->cap && l->ids.n > l->cap + 1)
		check_found(c, LIST_LONG, l->of, l->ids.n, l->key);
	list_look_for_doubles(c, l);
	return l->is_log ? list_look_at_order(c, l) : RT_OK;
}

/* ---- mending ----------------------------------------------------------- */

/* The post comes into the list, unless it is gone. */
enum rt_err mend_insert(struct check *c, const struct fault *f)
{
	int cap = text_after(f->what, "own:") ? 0 : TIMELINE_CAP;
	struct post_hash post;
	enum rt_err err = post_hash_read(c, &post, f->at.id);

	if (err || !post.user_id || post.gone)
		return err;
	return rt_do(c->rt, &c->chunk, "EVAL %s 1 %s " ID " %d",
		     INSERT_POST_LUA, f->what, f->at.id, cap);
}

enum rt_err mend_doubles(struct check *c, const struct fault *f)
{
	return rt_do(c->rt, &c->chunk, "EVAL %s 1 %s " ID, DROP_DOUBLES_LUA,
		     f->what, f->other);
}

enum rt_err mend_order(struct check *c, const struct fault *f)
{
	return rt_do(c->rt, &c->chunk, "EVAL %s 1 %s", SORT_POSTS_LUA,
		     f->what);
}

enum rt_err mend_long(struct check *c, const struct fault *f)
{
	return rt_do(c->rt, &c->chunk, "LTRIM %s 0 %d", f->what,
		     TIMELINE_CAP - 1);
}
