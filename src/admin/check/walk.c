#include "admin/check/walk.h"

#include <string.h>

#include "admin/check/check_pictures.h"
#include "admin/check/checks.h"
#include "admin/check/lists.h"
#include "admin/check/check_words.h"
#include "admin/check/scan_keys.lua.h"
#include "admin/check/scan_pictures.lua.h"
#include "admin/check/scan_words.lua.h"
#include "admin/check/types.h"
#include "patterns/queue.h"
#include "redis/keyspace.h"
#include "schema/key.h"

enum over {
	MEMBERS,
	POSTS,
	CASES,
	HASH,
	SORTED,
	FOLDERS, /* in the folder of pictures, 00 to ff */
	/* These are short. */
	QUEUES,
	HOSTS,
	HOURS,
	KEYS,
	ONCE
};

/* Where a walk is, and its next subjects; at the end there are none. */
struct cursor {
	enum over over;
	size_t chunk;     /* how many subjects at a time */
	const char *key;  /* of the hash or set */
	const char *scan; /* the script that scans the keys */
	uint64_t done;
	struct scan hash;
	struct scan_keys keys;
	struct subject *v;
	size_t n;
};

/* The trends of how many hours are checked, with two that are to come. */
#define HOURS_BACK 720

static void cursor_of(struct check *c, struct cursor *at, size_t n)
{
	at->n = n;
	at->v = arena_alloc(&c->chunk, n * sizeof *at->v);
}

static void cursor_ids(struct check *c, struct cursor *at, uint64_t ids)
{
	uint64_t left = ids - at->done;

	cursor_of(c, at, left < at->chunk ? left : at->chunk);
	for (size_t i = 0; i < at->n; i++)
		at->v[i] = AT(++at->done);
}

static void cursor_texts(struct check *c, struct cursor *at,
			 struct rt_texts texts)
{
	cursor_of(c, at, texts.n);
	for (size_t i = 0; i < at->n; i++)
		at->v[i] = NAMED(texts.v[i]);
}

/* ---- long ones --------------------------------------------------------- */

static enum rt_err cursor_pairs(struct check *c, struct cursor *at)
{
	const char **pair;
	enum rt_err err = RT_OK;

	at->hash.key = at->key;
	at->hash.pairs.n = 0;
	while (!err && !at->hash.pairs.n && !at->hash.whole)
		err = scan_hash(c->rt, &c->chunk, &at->hash);
	pair = at->hash.pairs.v;
	cursor_of(c, at, at->hash.pairs.n / 2);
	for (size_t i = 0; !err && i < at->n; i++, pair += 2)
		at->v[i] = (struct subject){ rt_u64(pair[1]), pair[0] };
	return err;
}

/* If an entry leaves the set meanwhile, another one is skipped, this once. */
static enum rt_err cursor_sorted(struct check *c, struct cursor *at)
{
	struct rt_texts texts = { 0 };
	long long first = (long long)at->done;
	enum rt_err err = rt_read_texts(c->rt, &c->chunk, &texts, at->chunk,
					"ZRANGE %s %lld %lld", at->key, first,
					first + (long long)at->chunk - 1);

	at->done += at->chunk;
	cursor_texts(c, at, texts);
	return err;
}

/* On the bus, since a proxy in front of the data does not let SCAN through. */
static enum rt_err cursor_keys(struct check *c, struct cursor *at)
{
	enum rt_err err = RT_OK;

	at->keys.found.n = 0;
	while (!err && !at->keys.found.n && !at->keys.whole)
		err = scan_keys(rt_bus(c->rt), &c->chunk, at->scan, &at->keys);
	cursor_texts(c, at, at->keys.found);
	return err;
}

#define FOLDERS_TOP 256

static void cursor_folders(struct check *c, struct cursor *at)
{
	cursor_of(c, at, at->done < FOLDERS_TOP);
	if (at->n)
		*at->v = NAMED(
			arena_printf(&c->chunk, "%02x", (unsigned)at->done++));
}

/* ---- short ones, all at once ------------------------------------------- */

static enum rt_err cursor_hosts(struct check *c, struct cursor *at)
{
	struct rt_ids ids = { 0 };
	enum rt_err err = rt_read_ids(c->rt, &c->chunk, &ids, RT_ALL,
				      "SMEMBERS " KEY_HOSTS);

	cursor_of(c, at, ids.n);
	for (size_t i = 0; i < at->n; i++)
		at->v[i] = AT(ids.v[i]);
	return err;
}

static void cursor_queues(struct check *c, struct cursor *at)
{
	cursor_of(c, at, 2);
	at->v[0] = NAMED(DELIVER_QUEUE);
	at->v[1] = NAMED(SCHEDULE_QUEUE);
}

static void cursor_hours(struct check *c, struct cursor *at)
{
	uint64_t now = (uint64_t)time(NULL) / 3600;

	cursor_of(c, at, HOURS_BACK + 1);
	for (uint64_t i = 0; i < HOURS_BACK; i++)
		at->v[i] =
			NAMED(arena_printf(&c->chunk, KEY_TREND, now + 2 - i));
	at->v[HOURS_BACK] = NAMED("cache:trending");
}

static enum rt_err cursor_whole(struct check *c, struct cursor *at)
{
	cursor_of(c, at, 0);
	if (at->done++)
		return RT_OK;
	switch (at->over) {
	case HOSTS:
		return cursor_hosts(c, at);
	case QUEUES:
		cursor_queues(c, at);
		break;
	case HOURS:
		cursor_hours(c, at);
		break;
	default:
		cursor_of(c, at, 1);
	}
	return RT_OK;
}

/* ---- the second pass ---------------------------------------------------- */

static bool cursor_is_same(struct subject a, struct subject b)
{
	return a.id == b.id && !a.text == !b.text &&
	       (!a.text || strcmp(a.text, b.text) == 0);
}

/* The subjects of the faults that this walk found in the first pass. */
static void cursor_faults(struct check *c, struct cursor *at)
{
	const struct faults *f = c->again;
	size_t n = 0;

	cursor_of(c, at, at->chunk);
	for (; at->done < f->n; at->done++) {
		const struct fault *next = &f->v[at->done];

		if (next->walk != c->walk ||
		    (n && cursor_is_same(next->at, at->v[n - 1])))
			continue;
		if (n == at->chunk)
			break;
		at->v[n++] = next->at;
	}
	at->n = n;
}

static enum rt_err cursor_next(struct check *c, struct cursor *at)
{
	arena_reset(&c->chunk);
	if (c->again) {
		cursor_faults(c, at);
		return RT_OK;
	}
	switch (at->over) {
	case HASH:
		return cursor_pairs(c, at);
	case SORTED:
		return cursor_sorted(c, at);
	case KEYS:
		return cursor_keys(c, at);
	case MEMBERS:
		cursor_ids(c, at, c->members);
		return RT_OK;
	case POSTS:
		cursor_ids(c, at, c->posts);
		return RT_OK;
	case CASES:
		cursor_ids(c, at, c->cases);
		return RT_OK;
	case FOLDERS:
		cursor_folders(c, at);
		return RT_OK;
	default:
		return cursor_whole(c, at);
	}
}

#define WHOLE 1000 /* subjects at a time */
#define LISTS 100  /* where up to a thousand entries of each are read */
#define FEW   20
#define AHEAD 1000 /* ids beyond a counter */

/* What each walk goes over, how much of it at a time, and how it is checked. */
static const struct walk {
	enum over over;
	unsigned chunk;
	const struct pass *pass;
	chunk_check *check; /* instead of a pass */
	bool types;         /* of all keys of these owners */
	enum named owner;
	const char *key;  /* of the hash or set */
	const char *scan; /* the script that scans the keys */
	enum key_row in;  /* the key whose entries are compared */
	bool index;       /* a key of the site: its entries are the subjects */
	bool adopted;     /* only in an adopted database */
	bool pictures;    /* only if the site has pictures, or had some */
} walks[] = {
	/* The first TYPE_WALKS; see walk_is_blocked(). */
	{ ONCE, 1, .types = true },
	{ ONCE, 1, .check = check_leaving_types },
	{ QUEUES, FEW, .types = true, .owner = A_QUEUE },
	{ MEMBERS, WHOLE, .types = true, .owner = A_MEMBER },
	{ POSTS, WHOLE, .types = true, .owner = A_POST },
	{ CASES, WHOLE, .types = true, .owner = A_CASE },
	{ ONCE, 1, .check = check_pictures_folder, .pictures = true },
	{ HASH, WHOLE, .pass = &claims_pass, .key = KEY_USERS },
	{ HASH, WHOLE, .in = ROW_NAMES, .index = true, .key = KEY_NAMES },
	{ HASH, WHOLE, .in = ROW_AUTHS, .index = true, .key = KEY_AUTHS },
	{ SORTED, WHOLE, .in = ROW_BY_TIME, .index = true,
	  .key = KEY_BY_TIME },
	{ SORTED, WHOLE, .in = ROW_MEMBERS, .index = true,
	  .key = KEY_MEMBERS },
	{ SORTED, WHOLE, .in = ROW_WAITING, .index = true,
	  .key = KEY_WAITING },
	{ SORTED, WHOLE, .in = ROW_MODERATORS, .index = true,
	  .key = KEY_MODERATORS },
	{ SORTED, WHOLE, .in = ROW_SUSPENDED, .index = true,
	  .key = KEY_SUSPENDED },
	{ SORTED, WHOLE, .in = ROW_DIRECTORY, .index = true,
	  .key = KEY_DIRECTORY },
	{ HOSTS, WHOLE, .pass = &hosts_pass },
	{ ONCE, 1, .check = check_counters },
	{ MEMBERS, WHOLE, .pass = &ids_pass },
	{ MEMBERS, LISTS, .in = ROW_FOLLOWING },
	{ MEMBERS, LISTS, .in = ROW_FOLLOWERS },
	{ MEMBERS, LISTS, .in = ROW_QUIET },
	{ MEMBERS, LISTS, .in = ROW_QUIET_BY },
	{ MEMBERS, LISTS, .in = ROW_INVITED },
	{ MEMBERS, LISTS, .in = ROW_LIKED },
	{ MEMBERS, LISTS, .in = ROW_SAVED },
	{ MEMBERS, LISTS, .in = ROW_ANSWERED },
	{ MEMBERS, LISTS, .in = ROW_REPOSTED },
	{ MEMBERS, LISTS, .in = ROW_OWN, .adopted = true },
	{ MEMBERS, LISTS, .in = ROW_MENTIONS, .adopted = true },
	{ MEMBERS, FEW, .check = check_home, .adopted = true },
	{ MEMBERS, FEW, .pass = &notices_pass },
	{ MEMBERS, LISTS, .pass = &scheduled_pass },
	{ MEMBERS, LISTS, .pass = &cases_of_pass },
	{ CASES, LISTS, .pass = &cases_pass },
	{ SORTED, LISTS, .pass = &open_cases_pass, .key = KEY_CASES },
	{ POSTS, WHOLE, .check = check_posts },
	{ POSTS, LISTS, .in = ROW_LIKES },
	{ POSTS, LISTS, .in = ROW_REPOSTS },
	{ POSTS, LISTS, .in = ROW_READ_BY },
	{ POSTS, LISTS, .in = ROW_REPLIES },
	{ POSTS, LISTS, .check = check_conversations },
	{ POSTS, LISTS, .check = check_answers },
	{ ONCE, 1, .in = ROW_TIMELINE },
	{ SORTED, WHOLE, .in = ROW_ANNOUNCEMENTS, .index = true,
	  .key = KEY_ANNOUNCEMENTS },
	{ SORTED, WHOLE, .in = ROW_DATES, .index = true, .key = KEY_DATES },
	{ SORTED, FEW, .in = ROW_TAG, .key = KEY_TAGS },
	{ HOURS, WHOLE, .pass = &trends_pass },
	{ POSTS, LISTS, .check = check_indexed, .adopted = true },
	{ KEYS, FEW, .in = ROW_WORD, .scan = SCAN_WORDS_LUA },
	{ KEYS, WHOLE, .pass = &keys_pass, .scan = SCAN_KEYS_LUA },
	{ QUEUES, FEW, .pass = &queues_pass },
	{ KEYS, WHOLE, .check = check_pictures_rows, .scan = SCAN_PICTURES_LUA,
	  .pictures = true },
	{ ONCE, 1, .check = check_pictures_sum, .pictures = true },
	{ ONCE, 1, .pass = &mark_pass, .pictures = true },
	{ FOLDERS, 1, .check = check_folder, .pictures = true },
	{ ONCE, 1, .check = check_lost, .pictures = true },
};

#define WALKS      ((int)(sizeof walks / sizeof *walks))
#define TYPE_WALKS 6

/* ---- walking ----------------------------------------------------------- */

static enum rt_err walk_check(struct check *c, const struct subject *v,
			      size_t n)
{
	const struct walk *w = &walks[c->walk];

	if (w->types)
		return types_check(c,
				   w->over == QUEUES ? rt_bus(c->rt) : c->rt,
				   w->owner, v, n);
	if (w->pass)
		return pass_run(c, w->pass, v, n);
	if (w->check)
		return w->check(c, v, n);
	return w->index ? index_check(c, w->in, v, n)
			: entries_check(c, w->in, v, n);
}

/* Progress is counted in subjects; a short walk counts as one. */
static void walk_report(struct check *c, size_t n)
{
	c->done += n;
	if (!c->again && c->how->tell)
		c->how->tell(c->done < c->total ? c->done : c->total,
			     c->total);
}

static bool walk_is_long(const struct walk *w)
{
	return w->over < QUEUES;
}

/* Whether this database needs it. */
static bool walk_is_needed(const struct check *c, const struct walk *w)
{
	if (w->adopted && !c->adopted)
		return false;
	return !w->pictures || c->pictures.since || rt_has_pictures(c->rt);
}

static enum rt_err walk_all(struct check *c)
{
	const struct walk *w = &walks[c->walk];
	struct cursor at = { .over = w->over,
			     .chunk = w->chunk,
			     .key = w->key,
			     .scan = w->scan };
	enum rt_err err;

	while (!(err = cursor_next(c, &at)) && at.n) {
		if ((err = walk_check(c, at.v, at.n)))
			return err;
		if (walk_is_long(w))
			walk_report(c, at.n);
	}
	if (!err && !walk_is_long(w))
		walk_report(c, 1);
	return err;
}

/* ---- how much there is ------------------------------------------------- */

static enum rt_err walk_read_ahead(struct check *c, const char *key,
				   uint64_t from, uint64_t *last)
{
	uint64_t there[AHEAD] = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	arena_reset(&c->part);
	rt_pipe_begin_lenient(&p, c->rt, &c->part);
	for (uint64_t i = 0; i < AHEAD; i++)
		rt_pipe_u64(&p, &there[i], "EXISTS %s",
			    arena_printf(&c->part, key, from + i + 1));
	err = rt_pipe_end(&p);
	for (uint64_t i = 0; !err && i < AHEAD; i++)
		if (there[i])
			*last = from + i + 1;
	return err;
}

/* Tries the ids after the counter until a thousand in a row are free. */
static enum rt_err walk_find_last(struct check *c, const char *key,
				  uint64_t *last)
{
	uint64_t from;
	enum rt_err err;

	do {
		from = *last;
		err = walk_read_ahead(c, key, from, last);
	} while (!err && *last > from);
	return err;
}

static void walk_queue_sizes(struct rt_pipe *p, uint64_t *size)
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
		if (walk_is_needed(c, &walks[i]))
			total += walks[i].over == MEMBERS   ? c->members
				 : walks[i].over == POSTS   ? c->posts
				 : walks[i].over == CASES   ? c->cases
				 : walks[i].over == FOLDERS ? FOLDERS_TOP
				 : walk_is_long(&walks[i])  ? size[i]
							    : 1;
	return total;
}

/* ---- all of it --------------------------------------------------------- */

static enum rt_err walk_begin(struct check *c)
{
	uint64_t size[WALKS] = { 0 };
	const char *layout = NULL;
	struct rt_pipe p;
	enum rt_err err;

	arena_reset(&c->chunk);
	rt_pipe_begin_lenient(&p, c->rt, &c->chunk);
	rt_pipe_u64(&p, &c->members, "GET " KEY_NEXT_USER);
	rt_pipe_u64(&p, &c->posts, "GET " KEY_NEXT_POST);
	rt_pipe_u64(&p, &c->cases, "GET " KEY_NEXT_CASE);
	rt_pipe_str(&p, &layout, "GET " KEY_LAYOUT);
	check_pictures_queue(&p, &c->pictures);
	walk_queue_sizes(&p, size);
	if ((err = rt_pipe_end(&p)) ||
	    (err = walk_find_last(c, FORMAT_BY_ID(KEY_USER), &c->members)) ||
	    (err = walk_find_last(c, FORMAT_BY_ID(KEY_POST), &c->posts)))
		return err;
	c->adopted = layout;
	if ((err = words_begin(c)))
		return err;
	c->claimed = (struct id_list){ 0 };
	c->own = arena_alloc(&c->all, c->posts / 8 + 1);
	c->done = 0;
	c->total = walk_total(c, size);
	return RT_OK;
}

/*
 * If a key is of a wrong type, all that it should hold seems to be missing, and
 * a repair would remove the other half of it.  So nothing else is checked until
 * the host has dealt with that key.
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
		if (!walk_is_needed(c, &walks[c->walk]))
			continue;
		err = walk_all(c);
		if (walks[c->walk].pass == &claims_pass && !again)
			ids_sort(&c->claimed);
	}
	faults_sort(&c->found);
	return err;
}
