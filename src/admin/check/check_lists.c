#include "admin/check/check_lists.h"

#include <stdlib.h>
#include <string.h>

#include "base/prefix.h"
#include "admin/check/drop_doubles.lua.h"
#include "admin/check/hashes.h"
#include "admin/check/insert_post.lua.h"
#include "admin/check/repairs.h"
#include "admin/check/sort_posts.lua.h"
#include "schema/key.h"

/*
 * Posts of the same moment pass one another, and a form that is sent again
 * brings a post that is ten minutes old.
 */
#define SWAPPED_SECONDS 900

struct rt_ids list_sorted(struct arena *a, struct rt_ids ids)
{
	uint64_t *v = arena_alloc(a, ids.n * sizeof *v);

	if (ids.n) {
		memcpy(v, ids.v, ids.n * sizeof *v);
		qsort(v, ids.n, sizeof *v, ids_smaller_first);
	}
	return (struct rt_ids){ v, ids.n };
}

static void list_find_doubles(struct check *c, const struct list *l)
{
	struct rt_ids sorted = list_sorted(&c->part, l->ids);

	for (size_t i = 1; i < sorted.n; i++)
		if (sorted.v[i] == sorted.v[i - 1])
			check_found(c, LIST_DOUBLE, l->of, sorted.v[i],
				    l->key);
}

/* An older post above a newer one, both by its id and by its time. */
static enum rt_err list_check_order(struct check *c, const struct list *l)
{
	const uint64_t *id = l->ids.v;
	size_t n = l->ids.n;
	uint64_t *above = arena_alloc(&c->part, n * sizeof *above);
	uint64_t *below = arena_alloc(&c->part, n * sizeof *below);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, c->rt, &c->part);
	for (size_t i = 1; i < n; i++)
		if (id[i - 1] < id[i]) {
			rt_pipe_u64(&p, &above[i], "HGET " KEY_POST " time",
				    id[i - 1]);
			rt_pipe_u64(&p, &below[i], "HGET " KEY_POST " time",
				    id[i]);
		}
	err = rt_pipe_end(&p);
	for (size_t i = 1; !err && i < n; i++)
		if (above[i] && below[i] > above[i] + SWAPPED_SECONDS)
			check_found(c, LIST_ORDER, l->of, id[i - 1], l->key);
	return err;
}

/* PHP keeps one entry more. */
enum rt_err list_faults(struct check *c, const struct list *l)
{
	arena_reset(&c->part);
	if (l->cap && l->ids.n > l->cap + 1)
		check_found(c, LIST_LONG, l->of, l->ids.n, l->key);
	if (!l->is_home)
		list_find_doubles(c, l);
	return l->is_log ? list_check_order(c, l) : RT_OK;
}

/* ---- mending ----------------------------------------------------------- */

/* The post comes into the list, unless it is gone. */
enum rt_err repair_insert(struct check *c, const struct fault *f)
{
	int cap = text_after(f->what, "own:") ? 0 : TIMELINE_CAP;
	struct post_hash post;
	enum rt_err err = post_hash_read(c, &post, f->at.id);

	if (err || !post.user_id || post.gone)
		return err;
	return rt_do(c->rt, &c->chunk, "EVAL %s 1 %s " ID " %d",
		     INSERT_POST_LUA, f->what, f->at.id, cap);
}

enum rt_err repair_doubles(struct check *c, const struct fault *f)
{
	return rt_do(c->rt, &c->chunk, "EVAL %s 1 %s " ID, DROP_DOUBLES_LUA,
		     f->what, f->other);
}

enum rt_err repair_order(struct check *c, const struct fault *f)
{
	return rt_do(c->rt, &c->chunk, "EVAL %s 1 %s", SORT_POSTS_LUA,
		     f->what);
}

enum rt_err repair_long(struct check *c, const struct fault *f)
{
	return rt_do(c->rt, &c->chunk, "LTRIM %s 0 %d", f->what,
		     TIMELINE_CAP - 1);
}
