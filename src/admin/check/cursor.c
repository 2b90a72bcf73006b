#include "admin/check/cursor.h"

#include <string.h>

#include "admin/check/scan_keys.lua.h"
#include "patterns/queue.h"
#include "schema/key.h"

/* Trends of so many hours are looked at, two of which are to come. */
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

/* An entry that leaves the set while it is read hides another for this once. */
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

/*
 * Wherever the bus is: its link lets SCAN through, while a proxy before the
 * data does not.
 */
static enum rt_err cursor_keys(struct check *c, struct cursor *at)
{
	enum rt_err err = RT_OK;

	at->keys.found.n = 0;
	while (!err && !at->keys.found.n && !at->keys.whole)
		err = scan_keys(rt_bus(c->rt), &c->chunk, SCAN_KEYS_LUA,
				&at->keys);
	cursor_texts(c, at, at->keys.found);
	return err;
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

/* ---- what the first look has found ------------------------------------- */

static bool cursor_is_same(struct subject a, struct subject b)
{
	return a.id == b.id && !a.text == !b.text &&
	       (!a.text || strcmp(a.text, b.text) == 0);
}

/* The subjects of the faults that this walk has found, each once in a row. */
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

enum rt_err cursor_next(struct check *c, struct cursor *at)
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
	default:
		return cursor_whole(c, at);
	}
}
