#include "libretwis/check/counters.h"

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

/* An id that is given twice would mix up two members, or two posts. */
enum rt_err look_counters(struct check *c, const struct subject *v, size_t n)
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
	if ((err = counters_extent(c, &last_user, &last_post)))
		return err;
	if (last_user > users)
		check_found(c, USER_COUNTER, AT(0), last_user, NULL);
	if (last_post > posts)
		check_found(c, POST_COUNTER, AT(0), last_post, NULL);
	return RT_OK;
}

static enum rt_err counter_raise(struct check *c, const char *key,
				 const struct fault *f)
{
	return rt_do(c->rt, &c->chunk, "EVAL %s 1 %s " ID, RAISE_COUNTER_LUA,
		     key, f->other);
}

enum rt_err mend_user_counter(struct check *c, const struct fault *f)
{
	return counter_raise(c, KEY_NEXT_USER, f);
}

enum rt_err mend_post_counter(struct check *c, const struct fault *f)
{
	return counter_raise(c, KEY_NEXT_POST, f);
}
