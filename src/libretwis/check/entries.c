#include "libretwis/check/entries.h"

#include "libretwis/check/check_lists.h"
#include "libretwis/check/types.h"

/* ---- reading ----------------------------------------------------------- */

struct holder {
	const char *key, *there, *gone;
	struct rt_ids ids;
};

static void entries_ask(struct rt_pipe *p, const struct relation *r,
			const char *key, size_t at, struct rt_ids *ids)
{
	rt_pipe_ids(p, ids, CHECK_PART, "%s %s %lld %lld",
		    r->shape == A_SET ? "ZRANGE" : "LRANGE", key,
		    (long long)at, (long long)at + CHECK_PART - 1);
	if (r->owner == OF_TAG)
		rt_pipe_lenient(p);
}

/* If the list grows at its head while it is read, an entry is met twice. */
static enum rt_err entries_read_part(struct check *c, const struct relation *r,
				     const char *key, struct id_list *all,
				     size_t *n)
{
	struct rt_ids part = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	arena_reset(&c->part);
	rt_pipe_begin(&p, c->rt, &c->part);
	entries_ask(&p, r, key, all->ids.n, &part);
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = 0; i < part.n; i++)
		ids_add(&c->chunk, all, part.v[i]);
	*n = part.n;
	return RT_OK;
}

/* Those behind the first thousand. */
static enum rt_err entries_read_on(struct check *c, const struct relation *r,
				   struct holder *h)
{
	struct id_list all = { 0 };
	size_t n = h->ids.n;
	enum rt_err err = RT_OK;

	if (n < CHECK_PART)
		return RT_OK;
	for (size_t i = 0; i < n; i++)
		ids_add(&c->chunk, &all, h->ids.v[i]);
	while (!err && n == CHECK_PART)
		err = entries_read_part(c, r, h->key, &all, &n);
	h->ids = all.ids;
	return err;
}

/* ---- by the batch ------------------------------------------------------ */

struct batch {
	const struct relation *r;
	struct entry *v;
	size_t n;
};

static enum rt_err entries_flush(struct check *c, struct batch *b)
{
	enum rt_err err;

	arena_reset(&c->part);
	err = look_ask(c, &entry_look, &c->part, b->v, b->n);
	if (!err)
		look_judge(c, &entry_look, b->v, b->n);
	b->n = 0;
	return err;
}

static enum rt_err entries_look_at_each(struct check *c, struct batch *b,
					struct subject of,
					const struct holder *h)
{
	enum rt_err err = RT_OK;

	for (size_t i = 0; !err && i < h->ids.n; i++) {
		b->v[b->n++] = (struct entry){
			.of = of, .in = b->r, .key = h->key, .id = h->ids.v[i]
		};
		if (b->n == CHECK_PART)
			err = entries_flush(c, b);
	}
	return err;
}

/* ---- all of them ------------------------------------------------------- */

static const char *entries_key(struct check *c, const struct relation *r,
			       struct subject of)
{
	if (r->owner == OF_TAG)
		return arena_printf(&c->chunk, r->key, of.text);
	return arena_printf(&c->chunk, r->key, of.id);
}

/* A post that is being deleted is finished, not looked at. */
static void entries_ask_owner(struct rt_pipe *p, enum owner owner, uint64_t id,
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

static enum rt_err entries_look_at(struct check *c, struct batch *b,
				   struct subject of, struct holder *h)
{
	struct list list = { .of = of,
			     .key = h->key,
			     .cap = b->r->cap,
			     .is_log = b->r->shape == A_LOG };
	enum rt_err err;

	if (!h->there || h->gone)
		return RT_OK;
	if ((err = entries_read_on(c, b->r, h)))
		return err;
	list.ids = h->ids;
	if (b->r->shape != A_SET && (err = list_faults(c, &list)))
		return err;
	return entries_look_at_each(c, b, of, h);
}

enum rt_err entries_look(struct check *c, enum relation_name name,
			 const struct subject *v, size_t n)
{
	struct holder *h = arena_alloc(&c->chunk, n * sizeof *h);
	struct batch b = { .r = &relations[name] };
	struct rt_pipe p;
	enum rt_err err;

	b.v = arena_alloc(&c->chunk, CHECK_PART * sizeof *b.v);
	rt_pipe_begin(&p, c->rt, &c->chunk);
	for (size_t i = 0; i < n; i++) {
		h[i].key = entries_key(c, b.r, v[i]);
		entries_ask_owner(&p, b.r->owner, v[i].id, &h[i]);
		entries_ask(&p, b.r, h[i].key, 0, &h[i].ids);
	}
	err = rt_pipe_end(&p);
	for (size_t i = 0; !err && i < n; i++)
		err = entries_look_at(c, &b, v[i], &h[i]);
	return err ? err : entries_flush(c, &b);
}

/* ---- tags -------------------------------------------------------------- */

struct tag_look {
	struct looked is;
	const char *type;
	uint64_t posts;
};

static void tag_ask(struct rt_pipe *p, void *one)
{
	struct tag_look *t = one;

	rt_pipe_str(p, &t->type, "TYPE " KEY_TAG, t->is.at.text);
	rt_pipe_u64(p, &t->posts, "LLEN " KEY_TAG, t->is.at.text);
	rt_pipe_lenient(p);
}

static void tag_judge(struct check *c, const void *one)
{
	const struct tag_look *t = one;
	const char *key = arena_printf(&c->chunk, KEY_TAG, t->is.at.text);

	if (type_judge(c, TAG_TYPE, t->is.at, key, t->type, "list") &&
	    !t->posts)
		check_found(c, TAG_EMPTY, t->is.at, 0, NULL);
}

enum rt_err look_tags(struct check *c, const struct subject *v, size_t n)
{
	static const struct look look = { .size = sizeof(struct tag_look),
					  .ask = { tag_ask },
					  .judge = tag_judge };
	enum rt_err err = look_through(c, &look, v, n);

	return err ? err : entries_look(c, R_TAGGED, v, n);
}
