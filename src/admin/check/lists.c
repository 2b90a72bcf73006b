#include "admin/check/lists.h"

#include <stdlib.h>
#include <string.h>

#include "admin/check/checks.h"
#include "admin/check/drop_doubles.lua.h"
#include "admin/check/sort_posts.lua.h"
#include "admin/check/types.h"
#include "libretwis/post/board_lists.h"
#include "schema/key.h"

/* ---- a list as a whole -------------------------------------------------- */

/*
 * Posts written at the same moment may overtake one another, and a form that is
 * sent once more may publish a post that is ten minutes old.
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

/* A fault is a post above one that is newer by its id and by its time. */
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

/* PHP Retwis keeps one entry more. */
enum rt_err list_faults(struct check *c, const struct list *l)
{
	arena_reset(&c->part);
	if (l->cap && l->ids.n > l->cap + 1)
		check_found(c, LIST_LONG, l->of, l->ids.n, l->key);
	if (!l->is_home)
		list_find_doubles(c, l);
	return l->is_log ? list_check_order(c, l) : RT_OK;
}

static bool key_is_list(enum key_row in)
{
	return strcmp(all_keys[in].type, "list") == 0;
}

/* One entry of a key, and the member or post that it names. */
struct named_entry {
	struct record from;
	struct subject at; /* of a fault: the owner, or the entry itself */
	struct entry is;
	const char *leads; /* the id of what it names, if Redis has to say */
	const char *mirror;
};

/* ---- an entry ------------------------------------------------------------ */

static void entry_queue_lead(struct rt_pipe *p, void *one)
{
	struct named_entry *e = one;
	const struct derived *d = &derived[e->is.in];

	if (d->by_score)
		rt_pipe_str(p, &e->leads, "ZSCORE %s " ID, e->is.key,
			    e->is.is.id);
	else if (d->by_name)
		rt_pipe_str(p, &e->leads, "HGET " KEY_USERS " %s",
			    e->is.is.text);
}

static void entry_queue_named(struct rt_pipe *p, void *one)
{
	struct named_entry *e = one;
	const struct derived *d = &derived[e->is.in];
	const char *mirror = all_keys[e->is.in].mirror;

	if (d->by_score || d->by_name)
		e->from.at.id = rt_u64(e->leads);
	if (mirror)
		rt_pipe_str(p, &e->mirror, "ZSCORE %s " ID,
			    arena_printf(p->a, mirror, e->from.at.id),
			    e->is.owner.id);
	if (d->from == A_POST)
		post_hash_queue(p, &e->from.post, e->from.at.id);
	else if (d->entries)
		member_hash_queue(p, &e->from.member, e->from.at.id);
	else
		member_name_queue(p, &e->from.member, e->from.at.id);
}

static bool entry_is_of_somebody(const struct named_entry *e)
{
	if (derived[e->is.in].by_name)
		return e->from.at.id != 0;
	return e->from.member.username ||
	       check_is_claimed(e->from.c, e->from.at.id);
}

static bool entry_belongs(struct check *c, const struct named_entry *e)
{
	const struct derived *d = &derived[e->is.in];

	if (d->by_name || (d->by_claim && !e->from.member.username))
		return true;
	return derive_has(&c->part, &e->from, &e->is);
}

/*
 * A post that is being deleted is taken out of all its lists before its hash is
 * deleted.  If it is marked as `gone` and still has its `user_id`, an earlier
 * Retwis was deleting it, which took it out of the mirrors first.
 */
static void entry_judge_named(struct check *c, const void *one)
{
	const struct named_entry *e = one;
	const struct derived *d = &derived[e->is.in];
	const union post_fields *post =
		d->from == A_POST ? &e->from.post : NULL;
	uint64_t other = e->is.is.id;
	enum kind found;

	if ((d->by_score && !e->leads) ||
	    (post && (post->was_user_id || post_is_half(post))))
		return;
	if (!(post ? post->user_id != NULL : entry_is_of_somebody(e)))
		found = d->gone;
	else if (!entry_belongs(c, e))
		found = d->wrong;
	else if (all_keys[e->is.in].mirror && !e->mirror &&
		 !(post && post->gone))
		found = d->half;
	else {
		if (e->is.in == ROW_OWN)
			check_mark_own(c, other);
		return;
	}
	check_found_in(c, e->is.in, found, e->at, other,
		       key_is_list(e->is.in) ? e->is.key : NULL);
}

static const struct pass entry_pass = { .size = sizeof(struct named_entry),
					.step = { entry_queue_lead,
						  entry_queue_named },
					.judge = entry_judge_named };

struct entry_batch {
	struct named_entry v[CHECK_PART];
	size_t n;
};

static enum rt_err entries_flush(struct check *c, struct entry_batch *b)
{
	size_t n = b->n;

	b->n = 0;
	arena_reset(&c->part);
	return pass_judge(c, &entry_pass, &c->part, b->v, n);
}

static enum rt_err entries_add(struct check *c, struct entry_batch *b,
			       struct named_entry e)
{
	e.from.c = c;
	b->v[b->n++] = e;
	return b->n == CHECK_PART ? entries_flush(c, b) : RT_OK;
}

/* ---- the entries of the site's indexes ----------------------------------- */

/*
 * The id is the value of the field, or follows a tab, or is all there is; in an
 * announcement it is followed by a time.
 */
static uint64_t index_entry_id(enum key_row in, struct subject entry)
{
	const char *tab = strrchr(entry.text, MEMBERS_TAB);
	struct announcement announced;

	if (in == ROW_ANNOUNCEMENTS)
		return announcement_parse(entry.text, &announced)
			       ? announced.id
			       : 0;
	if (strcmp(all_keys[in].type, "hash") == 0)
		return entry.id;
	return rt_u64(tab ? tab + 1 : entry.text);
}

enum rt_err index_check(struct check *c, enum key_row in,
			const struct subject *v, size_t n)
{
	struct entry_batch *b = arena_alloc(&c->chunk, sizeof *b);
	enum rt_err err = RT_OK;

	for (size_t i = 0; !err && i < n; i++) {
		struct named_entry e = { .at = v[i],
					 .is = { .in = in, .is = v[i] } };

		e.from.at = AT(index_entry_id(in, v[i]));
		err = entries_add(c, b, e);
	}
	return err ? err : entries_flush(c, b);
}

/* ---- reading ----------------------------------------------------------- */

/* The owner of a key, whose hash shows whether there is anything to check. */
struct holder {
	struct record is;
	enum key_row in;
	const char *key, *type; /* its type only if it is of a tag */
	struct rt_ids ids;
};

static void entries_queue_part(struct rt_pipe *p, const struct holder *h,
			       size_t at, struct rt_ids *ids)
{
	rt_pipe_ids(p, ids, CHECK_PART, "%s %s %lld %lld",
		    key_is_list(h->in) ? "LRANGE" : "ZRANGE", h->key,
		    (long long)at, (long long)at + CHECK_PART - 1);
	if (h->is.at.text)
		rt_pipe_lenient(p);
}

static void entries_queue(struct rt_pipe *p, void *one)
{
	struct holder *h = one;

	if (all_keys[h->in].of == A_MEMBER)
		member_name_queue(p, &h->is.member, h->is.at.id);
	else if (all_keys[h->in].of == A_POST)
		post_hash_queue(p, &h->is.post, h->is.at.id);
	else if (all_keys[h->in].of == A_TAG)
		rt_pipe_str(p, &h->type, "TYPE %s", h->key);
	entries_queue_part(p, h, 0, &h->ids);
}

/*
 * Reads the entries after the first thousand.  If the list grows at its head
 * meanwhile, an entry is read twice.
 */
static enum rt_err entries_read_on(struct check *c, struct holder *h)
{
	struct id_list all = { h->ids, h->ids.n };
	struct rt_ids part = h->ids;
	enum rt_err err = RT_OK;

	while (!err && part.n == CHECK_PART) {
		struct rt_pipe p;

		part = (struct rt_ids){ 0 };
		arena_reset(&c->part);
		rt_pipe_begin(&p, c->rt, &c->part);
		entries_queue_part(&p, h, all.ids.n, &part);
		err = rt_pipe_end(&p);
		for (size_t i = 0; !err && i < part.n; i++)
			ids_add(&c->chunk, &all, part.v[i]);
	}
	h->ids = all.ids;
	return err;
}

/* ---- by the batch -------------------------------------------------------- */

static bool tag_is_used(struct check *c, const struct holder *h)
{
	if (!type_judge(c, TAG_TYPE, h->is.at, h->key, h->type, "list"))
		return false;
	if (!h->ids.n)
		check_found(c, TAG_EMPTY, h->is.at, 0, NULL);
	return h->ids.n;
}

/* The lists of a post that is being deleted are about to go, too. */
static bool entries_are_held(struct check *c, const struct holder *h)
{
	if (all_keys[h->in].of == A_TAG)
		return tag_is_used(c, h);
	if (all_keys[h->in].of == A_MEMBER)
		return h->is.member.username;
	return all_keys[h->in].of != A_POST ||
	       (h->is.post.user_id && !h->is.post.gone);
}

static enum rt_err list_faults_of(struct check *c, const struct holder *h)
{
	const struct list list = { .of = h->is.at,
				   .key = h->key,
				   .ids = h->ids,
				   .cap = all_keys[h->in].cap,
				   .is_log = derived[h->in].newest_first };

	return key_is_list(h->in) ? list_faults(c, &list) : RT_OK;
}

static enum rt_err entries_check_one(struct check *c, struct entry_batch *b,
				     struct holder *h)
{
	struct named_entry e = {
		.at = h->is.at,
		.is = { .in = h->in, .key = h->key, .owner = h->is.at }
	};
	enum rt_err err;

	if (!entries_are_held(c, h))
		return RT_OK;
	if ((err = entries_read_on(c, h)) || (err = list_faults_of(c, h)))
		return err;
	for (size_t i = 0; !err && i < h->ids.n; i++) {
		e.from.at = e.is.is = AT(h->ids.v[i]);
		err = entries_add(c, b, e);
	}
	return err;
}

/* ---- all of them ------------------------------------------------------- */

enum rt_err entries_check(struct check *c, enum key_row in,
			  const struct subject *v, size_t n)
{
	static const struct pass pass = { .size = sizeof(struct holder),
					  .step = { entries_queue } };
	struct holder *h = pass_room(c, &pass, v, n);
	struct entry_batch *b = arena_alloc(&c->chunk, sizeof *b);
	enum rt_err err;

	for (size_t i = 0; i < n; i++) {
		h[i].in = in;
		h[i].key = subject_key(&c->chunk, all_keys[in].format, v[i]);
	}
	err = pass_queue(c, &pass, &c->chunk, h, n);
	for (size_t i = 0; !err && i < n; i++)
		err = entries_check_one(c, b, &h[i]);
	return err ? err : entries_flush(c, b);
}

/* ---- repairs ------------------------------------------------------------ */

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
