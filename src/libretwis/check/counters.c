#include "libretwis/check/counters.h"

#include "libretwis/check/looks.h"
#include "libretwis/check/mends.h"
#include "libretwis/check/raise_counter.lua.h"

#define AHEAD 1000

static enum rt_err counter_look_ahead(struct check *c, const char *key,
				      uint64_t from, uint64_t *last)
{
	uint64_t there[AHEAD] = { 0 };
	struct rt_pipe p;
	enum rt_err err;

	arena_reset(&c->part);
	rt_pipe_look(&p, c->rt, &c->part);
	for (uint64_t i = 0; i < AHEAD; i++)
		rt_pipe_u64(&p, &there[i], "EXISTS %s",
			    arena_printf(&c->part, key, from + i + 1));
	err = rt_pipe_end(&p);
	for (uint64_t i = 0; !err && i < AHEAD; i++)
		if (there[i])
			*last = from + i + 1;
	return err;
}

/* Looks beyond the counter until a thousand ids in a row are free. */
static enum rt_err counter_find_last(struct check *c, const char *key,
				     uint64_t *last)
{
	uint64_t from;
	enum rt_err err;

	do {
		from = *last;
		err = counter_look_ahead(c, key, from, last);
	} while (!err && *last > from);
	return err;
}

enum rt_err counters_extent(struct check *c, uint64_t *members,
			    uint64_t *posts)
{
	enum rt_err err =
		counter_find_last(c, FORMAT_BY_ID(KEY_USER), members);

	return err ? err : counter_find_last(c, FORMAT_BY_ID(KEY_POST), posts);
}

/* ---- looking ----------------------------------------------------------- */

struct counters {
	struct looked is;
	uint64_t users, posts;
};

static void counters_ask(struct rt_pipe *p, void *one)
{
	struct counters *n = one;

	rt_pipe_u64(p, &n->users, "GET " KEY_NEXT_USER);
	rt_pipe_u64(p, &n->posts, "GET " KEY_NEXT_POST);
}

/* An id that is given twice would mix up two members, or two posts. */
static void counters_judge(struct check *c, const void *one)
{
	const struct counters *n = one;

	if (c->members > n->users)
		check_found(c, USER_COUNTER, n->is.at, c->members, NULL);
	if (c->posts > n->posts)
		check_found(c, POST_COUNTER, n->is.at, c->posts, NULL);
}

const struct look counters_look = { .size = sizeof(struct counters),
				    .ask = { counters_ask },
				    .judge = counters_judge };

/* ---- mending ----------------------------------------------------------- */

enum rt_err mend_counter(struct check *c, const struct fault *f)
{
	return rt_do(c->rt, &c->chunk, "EVAL %s 1 %s " ID, RAISE_COUNTER_LUA,
		     f->kind == USER_COUNTER ? KEY_NEXT_USER : KEY_NEXT_POST,
		     f->other);
}
