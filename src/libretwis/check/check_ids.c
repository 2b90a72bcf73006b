/* Every member's id that was ever given, and the counters that give them. */
#include <string.h>

#include "libretwis/check/check.h"

/* Whatever a member may have, by the id. */
static const char *const keys[] = { KEY_OWN,    KEY_POSTS,    KEY_FOLLOWERS,
				    KEY_LIKED,  KEY_REPOSTED, KEY_FOLLOWING,
				    KEY_NOTICES };

#define KEYS (sizeof keys / sizeof *keys)

struct member {
	uint64_t id;
	const char *field[2]; /* username, auth */
	uint64_t claimed;     /* by whom, the name */
	uint64_t hint;        /* of the secret */
	uint64_t has[KEYS];
};

static enum rt_err read_hashes(struct check *c, const struct subject *v,
			       struct member *m, size_t n)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	for (size_t i = 0; i < n; i++) {
		m[i].id = v[i].id;
		rt_pipe_strs(&p, m[i].field, 2,
			     "HMGET " KEY_USER " username auth", v[i].id);
	}
	return rt_pipe_end(&p);
}

static enum rt_err read_claims(struct check *c, struct member *m, size_t n)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	for (size_t i = 0; i < n; i++)
		if (m[i].field[0])
			rt_pipe_u64(&p, &m[i].claimed, "HGET " KEY_USERS " %s",
				    m[i].field[0]);
	return rt_pipe_end(&p);
}

/* A claim whose hash is gone is looked at by its name. */
static bool is_nobody(const struct check *c, const struct member *m)
{
	return m->field[0] ? m->claimed != m->id : !check_is_claimed(c, m->id);
}

static enum rt_err read_rest(struct check *c, struct member *m, size_t n)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, c->rt, &c->chunk);
	for (size_t i = 0; i < n; i++) {
		if (!is_nobody(c, &m[i]))
			continue;
		for (size_t key = 0; key < KEYS; key++)
			rt_pipe_u64(&p, &m[i].has[key], "EXISTS %s",
				    arena_printf(p.a, keys[key], m[i].id));
		if (m[i].field[1])
			rt_pipe_u64(&p, &m[i].hint, "HGET " KEY_AUTHS " %s",
				    m[i].field[1]);
	}
	return rt_pipe_end(&p);
}

static bool has_anything(const struct member *m)
{
	for (size_t key = 0; key < KEYS; key++)
		if (m->has[key])
			return true;
	return m->hint == m->id;
}

static void judge(struct check *c, const struct member *m)
{
	if (m->field[0]) {
		check_found(c, has_anything(m) ? CLAIM_LOST : UNCLAIMED,
			    AT(m->id), 0, m->field[0]);
		return;
	}
	for (size_t key = 0; key < KEYS; key++)
		if (m->has[key])
			check_found(c, NOBODY, AT(m->id), 0,
				    arena_printf(&c->chunk, keys[key], m->id));
}

LOOK(look_ids)
{
	struct member *m = arena_alloc(&c->chunk, n * sizeof *m);
	enum rt_err err;

	if ((err = read_hashes(c, v, m, n)) || (err = read_claims(c, m, n)) ||
	    (err = read_rest(c, m, n)))
		return err;
	for (size_t i = 0; i < n; i++)
		if (is_nobody(c, &m[i]))
			judge(c, &m[i]);
	return RT_OK;
}

/* ---- counters ---------------------------------------------------------- */

#define AHEAD 1000

static enum rt_err look_ahead(struct check *c, const char *key, uint64_t from,
			      uint64_t *last)
{
	uint64_t there[AHEAD] = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	arena_reset(&c->part);
	rt_pipe_begin(&p, c->rt, &c->part);
	for (uint64_t i = 0; i < AHEAD; i++)
		rt_pipe_u64(&p, &there[i], "EXISTS %s",
			    arena_printf(&c->part, key, from + i + 1));
	err = rt_pipe_end(&p);
	for (uint64_t i = 0; !err && i < AHEAD; i++)
		if (there[i])
			*last = from + i + 1;
	return err;
}

/* Looks on behind the counter until there is nobody for a thousand ids. */
static enum rt_err find_last(struct check *c, const char *key, uint64_t *last)
{
	uint64_t from;
	enum rt_err err;

	do {
		from = *last;
		err = look_ahead(c, key, from, last);
	} while (!err && *last > from);
	return err;
}

enum rt_err check_extent(struct check *c, uint64_t *members, uint64_t *posts)
{
	enum rt_err err = find_last(c, KEY_USER, members);

	return err ? err : find_last(c, KEY_POST, posts);
}

/* An id that is given twice would mix up two members, or two posts. */
LOOK(look_counters)
{
	uint64_t users = 0, posts = 0, last_user, last_post;
	struct rt_pipe p;
	enum rt_err err;

	(void)v;
	(void)n;
	rt_pipe_begin(&p, c->rt, &c->chunk);
	rt_pipe_u64(&p, &users, "GET " KEY_NEXT_USER);
	rt_pipe_u64(&p, &posts, "GET " KEY_NEXT_POST);
	if ((err = rt_pipe_end(&p)))
		return err;
	last_user = users;
	last_post = posts;
	if ((err = check_extent(c, &last_user, &last_post)))
		return err;
	if (last_user > users)
		check_found(c, USER_COUNTER, AT(0), last_user, NULL);
	if (last_post > posts)
		check_found(c, POST_COUNTER, AT(0), last_post, NULL);
	return RT_OK;
}
