#include "admin/check/lists.h"

#include <stdlib.h>
#include <string.h>

#include "admin/check/checks.h"
#include "admin/check/drop_doubles.lua.h"
#include "admin/check/insert_post.lua.h"
#include "admin/check/sort_posts.lua.h"
#include "base/prefix.h"
#include "libretwis/post/tag.h"
#include "libretwis/text/markup.h"
#include "schema/key.h"

/* ---- a list as a whole -------------------------------------------------- */

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

/* One entry, and what was asked about it. */
struct entry {
	struct pass_subject is; /* its owner, and the hash of what it names */
	const struct relation *in;
	const char *key;
	uint64_t id;
	const char *score, *mirror;
};

/* ---- what belongs into a key ------------------------------------------- */

static bool entry_has_tag(struct check *c, const struct entry *e)
{
	const char *tag[TAGS_MAX];
	size_t n;

	if (!e->is.post.body || e->is.post.repost_of)
		return false;
	n = parts_collect(&c->part, e->is.post.body, RT_TAG, tag, TAGS_MAX);
	for (size_t i = 0; i < n; i++)
		if (strcmp(tag[i], e->is.at.text) == 0)
			return true;
	return false;
}

static bool entry_belongs(struct check *c, const struct entry *e)
{
	const struct post_hash *post = &e->is.post;
	uint64_t of = e->is.at.id;

	switch (e->in - relations) {
	case R_FOLLOWING:
		return e->id != of;
	case R_LIKED:
		return !post->repost_of;
	case R_REPOSTED:
		return rt_u64(post->user_id) == of &&
		       rt_u64(post->repost_of) == e->id;
	case R_REPOSTS:
		return rt_u64(post->repost_of) == of;
	case R_OWN:
		return rt_u64(post->user_id) == of;
	case R_REPLIES:
		return rt_u64(post->reply_to) == of;
	case R_TAGGED:
		return entry_has_tag(c, e);
	default:
		return true;
	}
}

/* ---- the look at an entry ---------------------------------------------- */

/* The claim says which repost it is; then that one tells what it is. */
static void entry_queue_score(struct rt_pipe *p, void *one)
{
	struct entry *e = one;

	if (e->in->by_score)
		rt_pipe_str(p, &e->score, "ZSCORE %s " ID, e->key, e->id);
}

static void entry_queue(struct rt_pipe *p, void *one)
{
	struct entry *e = one;
	uint64_t id = e->in->by_score ? rt_u64(e->score) : e->id;

	if (e->in->row->mirror)
		rt_pipe_str(p, &e->mirror, "ZSCORE %s " ID,
			    arena_printf(p->a, e->in->row->mirror, id),
			    e->is.at.id);
	if (e->in->row->entries == A_MEMBER)
		member_name_queue(p, &e->is.member, id);
	else
		post_hash_queue(p, &e->is.post, id);
}

/*
 * A post that is being deleted leaves all its lists before its hash goes.
 * Where `user_id` is still there, an earlier Retwis deleted it, and the mirrors
 * go first.
 */
static void entry_judge(struct check *c, const void *one)
{
	const struct entry *e = one;
	const struct relation *r = e->in;
	bool is_post = r->row->entries == A_POST;
	bool is_there =
		is_post ? e->is.post.user_id != NULL
			: e->is.member.username || check_is_claimed(c, e->id);
	const char *list = r->shape == A_SET ? NULL : e->key;

	if ((r->by_score && !e->score) ||
	    (is_post && (e->is.post.was || post_is_half(&e->is.post))))
		return;
	if (!is_there)
		check_found(c, r->gone, e->is.at, e->id, list);
	else if (!entry_belongs(c, e))
		check_found(c, r->wrong, e->is.at, e->id, list);
	else if (r->row->mirror && !e->mirror && !(is_post && e->is.post.gone))
		check_found(c, r->half, e->is.at, e->id, list);
	else if (r == &relations[R_OWN])
		check_mark_own(c, e->id);
}

static const struct pass entry_look = { .size = sizeof(struct entry),
					.ask = { entry_queue_score,
						 entry_queue },
					.judge = entry_judge };

/* ---- reading ----------------------------------------------------------- */

/* An owner, whose hash tells whether its list is looked at. */
struct holder {
	struct pass_subject is;
	const struct relation *in;
	const char *key;
	struct rt_ids ids;
};

/* The list of a tag may be of another type, which is told elsewhere. */
static void entries_queue_part(struct rt_pipe *p, const struct holder *h,
			       size_t at, struct rt_ids *ids)
{
	rt_pipe_ids(p, ids, CHECK_PART, "%s %s %lld %lld",
		    h->in->shape == A_SET ? "ZRANGE" : "LRANGE", h->key,
		    (long long)at, (long long)at + CHECK_PART - 1);
	if (h->is.at.text)
		rt_pipe_lenient(p);
}

static void entries_queue(struct rt_pipe *p, void *one)
{
	struct holder *h = one;

	if (h->in->row->of == A_MEMBER)
		member_name_queue(p, &h->is.member, h->is.at.id);
	else if (h->in->row->of == A_POST)
		post_hash_queue(p, &h->is.post, h->is.at.id);
	entries_queue_part(p, h, 0, &h->ids);
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
	entries_queue_part(&p, h, all->ids.n, &part);
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

struct entry_batch {
	struct entry v[CHECK_PART];
	size_t n;
};

static enum rt_err entries_flush(struct check *c, struct entry_batch *b)
{
	size_t n = b->n;

	b->n = 0;
	arena_reset(&c->part);
	return pass_judge(c, &entry_look, &c->part, b->v, n);
}

static enum rt_err entries_check_each(struct check *c, struct entry_batch *b,
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
	if (h->in->row->of == A_MEMBER)
		return h->is.member.username;
	return h->in->row->of != A_POST ||
	       (h->is.post.user_id && !h->is.post.gone);
}

static enum rt_err entries_check_one(struct check *c, struct entry_batch *b,
				     struct holder *h)
{
	struct list list = { .of = h->is.at,
			     .key = h->key,
			     .cap = h->in->row->cap,
			     .is_log = h->in->shape == A_LOG };
	enum rt_err err;

	if (!entries_are_held(h))
		return RT_OK;
	if ((err = entries_read_on(c, h)))
		return err;
	list.ids = h->ids;
	if (h->in->shape != A_SET && (err = list_faults(c, &list)))
		return err;
	return entries_check_each(c, b, h);
}

/* ---- all of them ------------------------------------------------------- */

enum rt_err entries_check(struct check *c, enum relation_name name,
			  const struct subject *v, size_t n)
{
	static const struct pass look = { .size = sizeof(struct holder),
					  .ask = { entries_queue } };
	struct holder *h = pass_room(c, &look, v, n);
	struct entry_batch *b = arena_alloc(&c->chunk, sizeof *b);
	enum rt_err err;

	for (size_t i = 0; i < n; i++) {
		h[i].in = &relations[name];
		h[i].key = pass_key(c, h[i].in->row->format, v[i]);
	}
	err = pass_queue(c, &look, &c->chunk, h, n);
	for (size_t i = 0; !err && i < n; i++)
		err = entries_check_one(c, b, &h[i]);
	return err ? err : entries_flush(c, b);
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
