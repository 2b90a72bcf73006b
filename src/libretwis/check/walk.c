#include "libretwis/check/walk.h"

#include <string.h>

#include "libretwis/check/bus_keys.h"
#include "libretwis/check/check_home.h"
#include "libretwis/check/check_hosts.h"
#include "libretwis/check/check_notices.h"
#include "libretwis/check/check_posts.h"
#include "libretwis/check/claims.h"
#include "libretwis/check/counters.h"
#include "libretwis/check/due.h"
#include "libretwis/check/entries.h"
#include "libretwis/check/indexes.h"
#include "libretwis/check/member_ids.h"
#include "libretwis/check/places.h"
#include "libretwis/check/types.h"
#include "libretwis/engine/queue.h"
#include "libretwis/redis/scan.h"

#define WHOLE 1000 /* subjects at a time */
#define LISTS 100  /* where each has a list of up to a thousand entries */
#define FEW   20

enum over { MEMBERS, POSTS, HASH, SORTED, MARKS, QUEUES, HOSTS, ONCE };

/* Over what, how much of it at a time, and what looks at it. */
static const struct walk {
	enum over over;
	unsigned chunk;
	const struct look *look;
	looking *looking;            /* a look of its own */
	const struct typed *types;   /* that keys should have */
	const char *key;             /* of the hash or set */
	enum relation_name relation; /* where all these are NULL */
	bool adopted;                /* only in such a database */
} walks[] = {
	/* The first TYPE_WALKS: walk_is_blocked(). */
	{ ONCE, 1, .types = types_single },
	{ MARKS, REBUILT_KEYS, .types = types_of_mark },
	{ QUEUES, FEW, .types = types_of_queue },
	{ MEMBERS, WHOLE, .types = types_of_member },
	{ POSTS, WHOLE, .types = types_of_post },
	{ HASH, WHOLE, .look = &claims_look, .key = KEY_USERS },
	{ HASH, WHOLE, .looking = look_names, .key = KEY_NAMES },
	{ HASH, WHOLE, .looking = look_auths, .key = KEY_AUTHS },
	{ SORTED, WHOLE, .looking = look_by_time, .key = KEY_BY_TIME },
	{ SORTED, WHOLE, .looking = look_members, .key = KEY_MEMBERS },
	{ SORTED, WHOLE, .looking = look_waiting, .key = KEY_WAITING },
	{ HOSTS, WHOLE, .look = &hosts_look },
	{ ONCE, 1, .looking = look_counters },
	{ MEMBERS, WHOLE, .look = &ids_look },
	{ MEMBERS, LISTS, .relation = R_FOLLOWING },
	{ MEMBERS, LISTS, .relation = R_FOLLOWERS },
	{ MEMBERS, LISTS, .relation = R_LIKED },
	{ MEMBERS, LISTS, .relation = R_REPOSTED },
	{ MEMBERS, LISTS, .relation = R_OWN, .adopted = true },
	{ MEMBERS, FEW, .looking = look_home, .adopted = true },
	{ MEMBERS, FEW, .look = &notices_look },
	{ MEMBERS, LISTS, .looking = look_scheduled },
	{ POSTS, WHOLE, .look = &posts_look },
	{ POSTS, WHOLE, .looking = look_places, .adopted = true },
	{ POSTS, LISTS, .relation = R_LIKES },
	{ POSTS, LISTS, .relation = R_REPOSTS },
	{ POSTS, LISTS, .relation = R_REPLIES },
	{ ONCE, 1, .relation = R_TIMELINE },
	{ SORTED, FEW, .looking = look_tags, .key = KEY_TAGS },
	{ ONCE, 1, .looking = look_trends },
	{ ONCE, 1, .looking = look_keys },
	{ QUEUES, FEW, .look = &queues_look },
};

#define WALKS      ((int)(sizeof walks / sizeof *walks))
#define TYPE_WALKS 5

/* ---- walking ----------------------------------------------------------- */

static enum rt_err walk_look(struct check *c, const struct subject *v,
			     size_t n)
{
	const struct walk *w = &walks[c->walk];

	if (w->types)
		return types_look(c, w->over == QUEUES ? rt_bus(c->rt) : c->rt,
				  w->types, v, n);
	if (w->look)
		return look_through(c, w->look, v, n);
	return w->looking ? w->looking(c, v, n)
			  : entries_look(c, w->relation, v, n);
}

/* How far a walk is; what is no long one counts as a step when it is over. */
static void walk_tell(struct check *c, size_t n)
{
	c->done += n;
	if (!c->again && c->how->tell)
		c->how->tell(c->done < c->total ? c->done : c->total,
			     c->total);
}

static bool walk_is_long(const struct walk *w)
{
	return w->over < MARKS;
}

/* ---- what comes next --------------------------------------------------- */

/* Where a walk is, and the next subjects; none at the end. */
struct stretch {
	uint64_t done;
	struct scan hash;
	const struct faults *again; /* NULL: everything */
	struct subject *v;
	size_t n;
};

static void walk_next_ids(struct check *c, struct stretch *at, uint64_t first,
			  uint64_t ids)
{
	size_t chunk = walks[c->walk].chunk;
	uint64_t left = ids - at->done;

	at->n = left < chunk ? left : chunk;
	at->v = arena_alloc(&c->chunk, at->n * sizeof *at->v);
	for (size_t i = 0; i < at->n; i++)
		at->v[i] = AT(first + at->done++);
}

/* All that there are, which are few. */
static enum rt_err walk_next_hosts(struct check *c, struct stretch *at)
{
	struct rt_ids ids = { 0 };
	enum rt_err err = RT_OK;

	if (!at->done++)
		err = rt_ask_ids(c->rt, &c->chunk, &ids, RT_ALL,
				 "SMEMBERS " KEY_HOSTS);
	at->n = ids.n;
	at->v = arena_alloc(&c->chunk, at->n * sizeof *at->v);
	for (size_t i = 0; i < at->n; i++)
		at->v[i] = AT(ids.v[i]);
	return err;
}

static void walk_next_queues(struct check *c, struct stretch *at)
{
	at->v = arena_alloc(&c->chunk, 2 * sizeof *at->v);
	at->v[0] = NAMED(DELIVER_QUEUE);
	at->v[1] = NAMED(SCHEDULE_QUEUE);
	at->n = at->done++ ? 0 : 2;
}

static enum rt_err walk_next_pairs(struct check *c, struct stretch *at)
{
	const char **pair;
	enum rt_err err;

	at->n = 0;
	while (!at->n && !at->hash.whole) {
		if ((err = scan_hash(c->rt, &c->chunk, &at->hash)))
			return err;
		at->n = at->hash.pairs.n / 2;
	}
	pair = at->hash.pairs.v;
	at->v = arena_alloc(&c->chunk, at->n * sizeof *at->v);
	for (size_t i = 0; i < at->n; i++, pair += 2)
		at->v[i] = (struct subject){ rt_u64(pair[1]), pair[0] };
	return RT_OK;
}

/* An entry that leaves the set while it is read hides another for this once. */
static enum rt_err walk_next_texts(struct check *c, struct stretch *at)
{
	struct rt_texts texts = { 0 };
	size_t chunk = walks[c->walk].chunk;
	enum rt_err err = rt_ask_texts(c->rt, &c->chunk, &texts, chunk,
				       "ZRANGE %s %lld %lld",
				       walks[c->walk].key, (long long)at->done,
				       (long long)(at->done + chunk) - 1);

	at->n = texts.n;
	at->v = arena_alloc(&c->chunk, at->n * sizeof *at->v);
	for (size_t i = 0; i < at->n; i++)
		at->v[i] = NAMED(texts.v[i]);
	at->done += chunk;
	return err;
}

static bool walk_same_subject(const struct fault *a, const struct fault *b)
{
	const char *one = a->at.text, *other = b->at.text;

	return a->at.id == b->at.id && !one == !other &&
	       (!one || strcmp(one, other) == 0);
}

/* The subjects of the faults that this walk has found. */
static void walk_next_faults(struct check *c, struct stretch *at)
{
	const struct faults *f = at->again;
	const struct fault *last = NULL;
	size_t chunk = walks[c->walk].chunk;

	at->n = 0;
	at->v = arena_alloc(&c->chunk, chunk * sizeof *at->v);
	for (; at->done < f->n && at->n < chunk; at->done++) {
		const struct fault *next = &f->v[at->done];

		if (next->walk != c->walk ||
		    (last && walk_same_subject(next, last)))
			continue;
		at->v[at->n++] = next->at;
		last = next;
	}
	if (at->n && walks[c->walk].over == ONCE)
		at->done = f->n;
}

static enum rt_err walk_next(struct check *c, struct stretch *at)
{
	arena_reset(&c->chunk);
	if (at->again) {
		walk_next_faults(c, at);
		return RT_OK;
	}
	switch (walks[c->walk].over) {
	case HASH:
		return walk_next_pairs(c, at);
	case SORTED:
		return walk_next_texts(c, at);
	case MEMBERS:
		walk_next_ids(c, at, 1, c->members);
		break;
	case POSTS:
		walk_next_ids(c, at, 1, c->posts);
		break;
	case MARKS:
		walk_next_ids(c, at, 0, REBUILT_KEYS);
		break;
	case QUEUES:
		walk_next_queues(c, at);
		break;
	case HOSTS:
		return walk_next_hosts(c, at);
	case ONCE:
		at->n = !at->done++;
		at->v = arena_alloc(&c->chunk, sizeof *at->v);
		break;
	}
	return RT_OK;
}

static enum rt_err walk_all(struct check *c, const struct faults *again)
{
	const struct walk *w = &walks[c->walk];
	struct stretch at = { .again = again, .hash.key = w->key };
	enum rt_err err;

	while (!(err = walk_next(c, &at)) && at.n) {
		if ((err = walk_look(c, at.v, at.n)))
			return err;
		if (walk_is_long(w))
			walk_tell(c, at.n);
	}
	if (!err && !walk_is_long(w))
		walk_tell(c, 1);
	return err;
}

/* ---- all of it --------------------------------------------------------- */

static void walk_ask_sizes(struct rt_pipe *p, uint64_t *size)
{
	for (int i = 0; i < WALKS; i++)
		if (walks[i].over == HASH)
			rt_pipe_u64(p, &size[i], "HLEN %s", walks[i].key);
		else if (walks[i].over == SORTED)
			rt_pipe_u64(p, &size[i], "ZCARD %s", walks[i].key);
}

static uint64_t walk_total(const struct check *c, const uint64_t *size)
{
	uint64_t total = 0;

	for (int i = 0; i < WALKS; i++)
		if (c->adopted || !walks[i].adopted)
			total += walks[i].over == MEMBERS  ? c->members
				 : walks[i].over == POSTS  ? c->posts
				 : walk_is_long(&walks[i]) ? size[i]
							   : 1;
	return total;
}

static enum rt_err walk_begin(struct check *c)
{
	uint64_t size[WALKS] = { 0 };
	const char *layout = NULL;
	struct rt_pipe p;
	enum rt_err err;

	arena_reset(&c->chunk);
	rt_pipe_look(&p, c->rt, &c->chunk);
	rt_pipe_u64(&p, &c->members, "GET " KEY_NEXT_USER);
	rt_pipe_u64(&p, &c->posts, "GET " KEY_NEXT_POST);
	rt_pipe_str(&p, &layout, "GET " KEY_LAYOUT);
	walk_ask_sizes(&p, size);
	if ((err = rt_pipe_end(&p)) ||
	    (err = counters_extent(c, &c->members, &c->posts)))
		return err;
	c->adopted = layout;
	c->claimed = (struct id_list){ 0 };
	c->own = arena_alloc(&c->all, c->posts / 8 + 1);
	c->done = 0;
	c->total = walk_total(c, size);
	return RT_OK;
}

/*
 * Where one key is of a wrong type, much else would seem to be missing, and
 * would be mended: taken away from where it still is.  So the host has to see
 * to that key first.
 */
static bool walk_is_blocked(const struct check *c)
{
	return c->found.n && c->found.v[0].kind == WRONG_TYPE &&
	       c->walk >= TYPE_WALKS;
}

enum rt_err walk_everything(struct check *c, const struct faults *again)
{
	enum rt_err err = RT_OK;

	c->again = again;
	c->found = (struct faults){ 0 };
	if (!again)
		err = walk_begin(c);
	for (c->walk = 0; !err && c->walk < WALKS; c->walk++) {
		if (walk_is_blocked(c))
			break;
		if (!c->adopted && walks[c->walk].adopted)
			continue;
		err = walk_all(c, again);
		if (walks[c->walk].look == &claims_look && !again)
			ids_sort(&c->claimed);
	}
	faults_sort(&c->found);
	return err;
}
