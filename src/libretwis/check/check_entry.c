/* Looking at each id in the lists and sets of members and posts. */
#include <stdlib.h>
#include <string.h>

#include "libretwis/check/check.h"

/*
 * Posts of the same moment pass one another, and a form that is sent again
 * brings a post that is ten minutes old.
 */
#define SWAPPED_SECONDS 900

static const char *key_of(struct check *c, const struct entries *what,
			  struct subject of)
{
	if (of.text)
		return arena_printf(&c->chunk, what->key, of.text);
	return arena_printf(&c->chunk, what->key, of.id);
}

/* ---- reading ----------------------------------------------------------- */

static void ask_part(struct rt_pipe *p, const char *key, bool is_set,
		     long long at, struct rt_ids *ids)
{
	rt_pipe_ids(p, ids, "%s %s %lld %lld", is_set ? "ZRANGE" : "LRANGE",
		    key, at, at + CHECK_PART - 1);
}

/* What comes to the head of a list meanwhile would be met twice. */
static enum rt_err read_part(struct check *c, const char *key, bool is_set,
			     struct id_list *all, size_t *n)
{
	struct rt_ids part = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	arena_reset(&c->part);
	rt_pipe_begin(&p, c->rt, &c->part);
	ask_part(&p, key, is_set, (long long)all->ids.n, &part);
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = 0; i < part.n; i++)
		ids_add(&c->chunk, all, part.v[i]);
	*n = part.n;
	return RT_OK;
}

enum rt_err check_read_on(struct check *c, const char *key, bool is_set,
			  struct rt_ids *ids)
{
	struct id_list all = { 0 };
	size_t n = ids->n;
	enum rt_err err = RT_OK;

	if (n < CHECK_PART)
		return RT_OK;
	for (size_t i = 0; i < n; i++)
		ids_add(&c->chunk, &all, ids->v[i]);
	while (!err && n == CHECK_PART)
		err = read_part(c, key, is_set, &all, &n);
	*ids = all.ids;
	return err;
}

/* ---- a list itself ----------------------------------------------------- */

static void look_for_doubles(struct check *c, struct subject of,
			     const char *key, struct rt_ids ids)
{
	uint64_t *v = arena_alloc(&c->part, ids.n * sizeof *v);

	if (!ids.n)
		return;
	memcpy(v, ids.v, ids.n * sizeof *v);
	qsort(v, ids.n, sizeof *v, ids_smaller_first);
	for (size_t i = 1; i < ids.n; i++)
		if (v[i] == v[i - 1])
			check_found(c, LIST_DOUBLE, of, v[i], key);
}

struct swap {
	uint64_t id, time, below;
};

static size_t find_swaps(struct check *c, struct rt_ids ids,
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
static enum rt_err look_at_order(struct check *c, struct subject of,
				 const char *key, struct rt_ids ids)
{
	struct swap *swaps;
	size_t n = find_swaps(c, ids, &swaps);
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, c->rt, &c->part);
	for (size_t i = 0; i < n; i++) {
		rt_pipe_u64(&p, &swaps[i].time, "HGET " KEY_POST " time",
			    swaps[i].id);
		rt_pipe_u64(&p, &swaps[i].below, "HGET " KEY_POST " time",
			    swaps[i].below);
	}
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = 0; i < n; i++)
		if (swaps[i].time &&
		    swaps[i].below > swaps[i].time + SWAPPED_SECONDS)
			check_found(c, LIST_ORDER, of, swaps[i].id, key);
	return RT_OK;
}

/* PHP keeps one entry more. */
enum rt_err check_list(struct check *c, const struct entries *what,
		       struct subject of, const char *key, struct rt_ids ids)
{
	if (what->is_set)
		return RT_OK;
	arena_reset(&c->part);
	if (what->cap && ids.n > what->cap + 1)
		check_found(c, LIST_LONG, of, ids.n, key);
	look_for_doubles(c, of, key, ids);
	return what->is_ordered ? look_at_order(c, of, key, ids) : RT_OK;
}

/* ---- its entries ------------------------------------------------------- */

struct batch {
	const struct entries *what;
	struct entry *v;
	size_t n;
};

static enum rt_err ask(struct check *c, struct batch *b,
		       void (*one)(struct rt_pipe *p, struct entry *e))
{
	struct rt_pipe p;

	rt_pipe_begin(&p, c->rt, &c->part);
	for (size_t i = 0; i < b->n; i++)
		one(&p, &b->v[i]);
	return rt_pipe_end(&p);
}

static enum rt_err flush(struct check *c, struct batch *b)
{
	enum rt_err err;

	if (!b->n)
		return RT_OK;
	arena_reset(&c->part);
	if ((err = ask(c, b, b->what->ask)) ||
	    (b->what->more && (err = ask(c, b, b->what->more))))
		return err;
	for (size_t i = 0; i < b->n; i++)
		b->what->look(c, &b->v[i]);
	b->n = 0;
	return RT_OK;
}

static enum rt_err look_at_each(struct check *c, struct batch *b,
				struct subject of, const char *key,
				struct rt_ids ids)
{
	enum rt_err err = RT_OK;

	for (size_t i = 0; !err && i < ids.n; i++) {
		b->v[b->n++] =
			(struct entry){ .of = of, .key = key, .id = ids.v[i] };
		if (b->n == CHECK_PART)
			err = flush(c, b);
	}
	return err;
}

/* ---- all of them ------------------------------------------------------- */

struct holder {
	const char *key, *there, *gone;
	struct rt_ids ids;
};

/* A post that is being deleted is finished, not looked at. */
static void ask_owner(struct rt_pipe *p, enum owner owner, uint64_t id,
		      struct holder *h)
{
	h->there = "";
	if (owner == OF_MEMBER)
		rt_pipe_str(p, &h->there, "HGET " KEY_USER " username", id);
	if (owner == OF_POST) {
		rt_pipe_str(p, &h->there, "HGET " KEY_POST " user_id", id);
		rt_pipe_str(p, &h->gone, "HGET " KEY_POST " gone", id);
	}
}

static enum rt_err look_at_holder(struct check *c, struct batch *b,
				  struct subject of, struct holder *h)
{
	enum rt_err err;

	if (!h->there || h->gone)
		return RT_OK;
	if ((err = check_read_on(c, h->key, b->what->is_set, &h->ids)) ||
	    (err = check_list(c, b->what, of, h->key, h->ids)))
		return err;
	return look_at_each(c, b, of, h->key, h->ids);
}

enum rt_err check_entries(struct check *c, const struct entries *what,
			  const struct subject *v, size_t n)
{
	struct holder *h = arena_alloc(&c->chunk, n * sizeof *h);
	struct batch b = { .what = what };
	struct rt_pipe p;
	enum rt_err err;

	b.v = arena_alloc(&c->chunk, CHECK_PART * sizeof *b.v);
	rt_pipe_begin(&p, c->rt, &c->chunk);
	for (size_t i = 0; i < n; i++) {
		h[i].key = key_of(c, what, v[i]);
		ask_owner(&p, what->owner, v[i].id, &h[i]);
		ask_part(&p, h[i].key, what->is_set, 0, &h[i].ids);
	}
	err = rt_pipe_end(&p);
	for (size_t i = 0; !err && i < n; i++)
		err = look_at_holder(c, &b, v[i], &h[i]);
	return err ? err : flush(c, &b);
}
