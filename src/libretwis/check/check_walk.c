/* The walks through everything, one after the other. */
#include <string.h>

#include "libretwis/check/check.h"
#include "libretwis/redis/scan.h"

#define WHOLE 1000 /* subjects at a time */
#define LISTS 100  /* where each has a list of up to a thousand entries */
#define FEW   20

enum over { MEMBERS, POSTS, HASH, SET, ONCE };

static const struct walk {
	const char *key;
	size_t chunk;
	LOOK((*look));
	enum over over;
	bool adopted; /* only there */
} walks[] = {
	{ KEY_USERS, WHOLE, look_claims, HASH, false },
	{ KEY_NAMES, WHOLE, look_folded, HASH, false },
	{ KEY_AUTHS, WHOLE, look_auths, HASH, false },
	{ KEY_BY_TIME, WHOLE, look_by_time, SET, false },
	{ KEY_MEMBERS, WHOLE, look_members, SET, false },
	{ NULL, 1, look_counters, ONCE, false },
	{ NULL, WHOLE, look_ids, MEMBERS, false },
	{ NULL, LISTS, look_following, MEMBERS, false },
	{ NULL, LISTS, look_followers, MEMBERS, false },
	{ NULL, LISTS, look_liked, MEMBERS, false },
	{ NULL, LISTS, look_reposted, MEMBERS, false },
	{ NULL, LISTS, look_own, MEMBERS, true },
	{ NULL, FEW, look_home, MEMBERS, true },
	{ NULL, FEW, look_notices, MEMBERS, false },
	{ NULL, LISTS, look_scheduled, MEMBERS, false },
	{ NULL, WHOLE, look_posts, POSTS, false },
	{ NULL, WHOLE, look_places, POSTS, true },
	{ NULL, LISTS, look_likes, POSTS, false },
	{ NULL, LISTS, look_reposts, POSTS, false },
	{ NULL, LISTS, look_replies, POSTS, false },
	{ NULL, 1, look_timeline, ONCE, false },
	{ KEY_TAGS, FEW, look_tags, SET, false },
	{ NULL, 1, look_trends, ONCE, false },
	{ NULL, 1, look_keys, ONCE, false },
	{ NULL, 1, look_queue, ONCE, false },
};

#define WALKS ((int)(sizeof walks / sizeof *walks))

/* ---- walking ----------------------------------------------------------- */

static enum rt_err look(struct check *c, const struct subject *v, size_t n)
{
	enum rt_err err = walks[c->walk].look(c, v, n);

	c->done += n;
	if (!err && !c->again && c->how->tell)
		c->how->tell(c->done < c->total ? c->done : c->total,
			     c->total);
	return err;
}

static enum rt_err walk_ids(struct check *c, uint64_t last)
{
	size_t chunk = walks[c->walk].chunk;
	enum rt_err err = RT_OK;

	for (uint64_t id = 1; !err && id <= last; id += chunk) {
		size_t n = last - id < chunk ? last - id + 1 : chunk;
		struct subject *v;

		arena_reset(&c->chunk);
		v = arena_alloc(&c->chunk, n * sizeof *v);
		for (size_t i = 0; i < n; i++)
			v[i] = AT(id + i);
		err = look(c, v, n);
	}
	return err;
}

static enum rt_err walk_hash(struct check *c)
{
	struct scan hash = { .key = walks[c->walk].key };
	enum rt_err err = RT_OK;

	while (!err && !hash.whole) {
		struct subject *v;
		size_t n;

		arena_reset(&c->chunk);
		if ((err = scan_hash(c->rt, &c->chunk, &hash)))
			return err;
		n = hash.pairs.n / 2;
		v = arena_alloc(&c->chunk, n * sizeof *v);
		for (size_t i = 0; i < n; i++)
			v[i] = (struct subject){
				rt_u64(hash.pairs.v[2 * i + 1]),
				hash.pairs.v[2 * i]
			};
		err = look(c, v, n);
	}
	return err;
}

/* Whatever leaves the set meanwhile hides others for this once. */
static enum rt_err walk_set(struct check *c)
{
	long long chunk = (long long)walks[c->walk].chunk;
	enum rt_err err = RT_OK;

	for (long long at = 0; !err; at += chunk) {
		struct rt_texts texts = { 0 };
		struct subject *v;
		struct rt_pipe p;

		arena_reset(&c->chunk);
		rt_pipe_begin(&p, c->rt, &c->chunk);
		rt_pipe_texts(&p, &texts, "ZRANGE %s %lld %lld",
			      walks[c->walk].key, at, at + chunk - 1);
		if ((err = rt_pipe_end(&p)) || !texts.n)
			return err;
		v = arena_alloc(&c->chunk, texts.n * sizeof *v);
		for (size_t i = 0; i < texts.n; i++)
			v[i].text = texts.v[i];
		err = look(c, v, texts.n);
	}
	return err;
}

static enum rt_err walk(struct check *c)
{
	const struct subject everything = AT(0);

	switch (walks[c->walk].over) {
	case MEMBERS:
		return walk_ids(c, c->members);
	case POSTS:
		return walk_ids(c, c->posts);
	case HASH:
		return walk_hash(c);
	case SET:
		return walk_set(c);
	case ONCE:
		break;
	}
	arena_reset(&c->chunk);
	return look(c, &everything, 1);
}

/* ---- once more --------------------------------------------------------- */

static bool same_subject(const struct fault *a, const struct fault *b)
{
	const char *one = a->at.text, *other = b->at.text;

	return a->at.id == b->at.id && !one == !other &&
	       (!one || strcmp(one, other) == 0);
}

/* What faults of this walk are about, from `*from` on, by the chunk. */
static size_t gather(const struct check *c, const struct faults *f,
		     size_t *from, struct subject *v)
{
	const struct fault *last = NULL;
	size_t n = 0, max = walks[c->walk].chunk;

	for (; *from < f->n && n < max; ++*from) {
		const struct fault *next = &f->v[*from];

		if (next->walk != c->walk ||
		    (last && same_subject(next, last)))
			continue;
		v[n++] = next->at;
		last = next;
	}
	return n;
}

static enum rt_err walk_again(struct check *c, const struct faults *f)
{
	bool once = walks[c->walk].over == ONCE;
	enum rt_err err = RT_OK;
	size_t from = 0;

	while (!err && from < f->n) {
		struct subject *v;
		size_t n;

		arena_reset(&c->chunk);
		v = arena_alloc(&c->chunk, walks[c->walk].chunk * sizeof *v);
		n = gather(c, f, &from, v);
		if (n)
			err = look(c, v, n);
		if (n && once)
			break;
	}
	return err;
}

/* ---- all of it --------------------------------------------------------- */

static enum rt_err begin(struct check *c)
{
	uint64_t size[WALKS] = { 0 };
	const char *layout = NULL;
	struct rt_pipe p;
	enum rt_err err;

	arena_reset(&c->chunk);
	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe_u64(&p, &c->members, "GET " KEY_NEXT_USER);
	rt_pipe_u64(&p, &c->posts, "GET " KEY_NEXT_POST);
	rt_pipe_str(&p, &layout, "GET " KEY_LAYOUT);
	for (int i = 0; i < WALKS; i++)
		if (walks[i].over == HASH)
			rt_pipe_u64(&p, &size[i], "HLEN %s", walks[i].key);
		else if (walks[i].over == SET)
			rt_pipe_u64(&p, &size[i], "ZCARD %s", walks[i].key);
	if ((err = rt_pipe_end(&p)) ||
	    (err = check_extent(c, &c->members, &c->posts)))
		return err;
	c->adopted = layout;
	c->claimed = (struct id_list){ 0 };
	c->own_at = arena_alloc(&c->all, (c->members + 1) * sizeof *c->own_at);
	c->done = c->total = 0;
	for (int i = 0; i < WALKS; i++)
		if (c->adopted || !walks[i].adopted)
			c->total += walks[i].over == MEMBERS ? c->members
				    : walks[i].over == POSTS ? c->posts
				    : walks[i].over == ONCE  ? 1
							     : size[i];
	return RT_OK;
}

enum rt_err check_look(struct check *c, const struct faults *again)
{
	enum rt_err err = RT_OK;

	c->again = again;
	c->found = (struct faults){ 0 };
	if (!again)
		err = begin(c);
	for (c->walk = 0; !err && c->walk < WALKS; c->walk++) {
		if (!c->adopted && walks[c->walk].adopted)
			continue;
		err = again ? walk_again(c, again) : walk(c);
		if (walks[c->walk].look == look_claims && !again)
			ids_sort(&c->claimed);
	}
	check_sort(&c->found);
	return err;
}
