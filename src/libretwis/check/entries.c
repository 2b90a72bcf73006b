#include "libretwis/check/entries.h"

#include "libretwis/check/check_lists.h"

/* ---- reading ----------------------------------------------------------- */

/* An owner, whose hash tells whether its list is looked at. */
struct holder {
	struct looked is;
	const struct relation *in;
	const char *key;
	struct rt_ids ids;
};

/* The list of a tag may be of another type, which is told elsewhere. */
static void entries_ask_part(struct rt_pipe *p, const struct holder *h,
			     size_t at, struct rt_ids *ids)
{
	rt_pipe_ids(p, ids, CHECK_PART, "%s %s %lld %lld",
		    h->in->shape == A_SET ? "ZRANGE" : "LRANGE", h->key,
		    (long long)at, (long long)at + CHECK_PART - 1);
	if (h->is.at.text)
		rt_pipe_lenient(p);
}

static void entries_ask(struct rt_pipe *p, void *one)
{
	struct holder *h = one;

	if (h->in->owner == A_MEMBER)
		member_hash_ask(p, &h->is.member, h->is.at.id);
	else if (h->in->owner == A_POST)
		post_hash_ask(p, &h->is.post, h->is.at.id);
	entries_ask_part(p, h, 0, &h->ids);
}

/* If the list grows at its head while it is read, an entry is met twice. */
static enum rt_err entries_read_part(struct check *c, const struct holder *h,
				     struct id_list *all, size_t *n)
{
	struct rt_ids part = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	arena_reset(&c->part);
	rt_pipe_begin(&p, c->rt, &c->part);
	entries_ask_part(&p, h, all->ids.n, &part);
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = 0; i < part.n; i++)
		ids_add(&c->chunk, all, part.v[i]);
	*n = part.n;
	return RT_OK;
}

/* Those behind the first thousand. */
static enum rt_err entries_read_on(struct check *c, struct holder *h)
{
	struct id_list all = { h->ids, h->ids.n };
	size_t n = h->ids.n;
	enum rt_err err = RT_OK;

	while (!err && n == CHECK_PART)
		err = entries_read_part(c, h, &all, &n);
	h->ids = all.ids;
	return err;
}

/* ---- by the batch ------------------------------------------------------ */

struct batch {
	struct entry v[CHECK_PART];
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
					const struct holder *h)
{
	enum rt_err err = RT_OK;

	for (size_t i = 0; !err && i < h->ids.n; i++) {
		b->v[b->n++] = (struct entry){ .is.at = h->is.at,
					       .in = h->in,
					       .key = h->key,
					       .id = h->ids.v[i] };
		if (b->n == CHECK_PART)
			err = entries_flush(c, b);
	}
	return err;
}

/* A post that is being deleted is finished, not looked at. */
static bool entries_are_held(const struct holder *h)
{
	if (h->in->owner == A_MEMBER)
		return h->is.member.username;
	return h->in->owner != A_POST ||
	       (h->is.post.user_id && !h->is.post.gone);
}

static enum rt_err entries_look_at(struct check *c, struct batch *b,
				   struct holder *h)
{
	struct list list = { .of = h->is.at,
			     .key = h->key,
			     .cap = h->in->cap,
			     .is_log = h->in->shape == A_LOG };
	enum rt_err err;

	if (!entries_are_held(h))
		return RT_OK;
	if ((err = entries_read_on(c, h)))
		return err;
	list.ids = h->ids;
	if (h->in->shape != A_SET && (err = list_faults(c, &list)))
		return err;
	return entries_look_at_each(c, b, h);
}

/* ---- all of them ------------------------------------------------------- */

enum rt_err entries_look(struct check *c, enum relation_name name,
			 const struct subject *v, size_t n)
{
	static const struct look look = { .size = sizeof(struct holder),
					  .ask = { entries_ask } };
	struct holder *h = look_room(c, &look, v, n);
	struct batch *b = arena_alloc(&c->chunk, sizeof *b);
	enum rt_err err;

	for (size_t i = 0; i < n; i++) {
		h[i].in = &relations[name];
		h[i].key = look_key(c, h[i].in->key, v[i]);
	}
	err = look_ask(c, &look, &c->chunk, h, n);
	for (size_t i = 0; !err && i < n; i++)
		err = entries_look_at(c, b, &h[i]);
	return err ? err : entries_flush(c, b);
}
