/* The counters that give out ids. */
#include "admin/check/checks.h"
#include "admin/check/repairs.h"
#include "admin/check/raise_counter.lua.h"
#include "schema/key.h"

struct counters {
	struct pass_subject is;
	uint64_t users, posts;
};

static void counters_queue(struct rt_pipe *p, void *one)
{
	struct counters *n = one;

	rt_pipe_u64(p, &n->users, "GET " KEY_NEXT_USER);
	rt_pipe_u64(p, &n->posts, "GET " KEY_NEXT_POST);
}

/*
 * An id that is given twice would mix up two members, or two posts.  The last
 * ids in use were found before the counters are read, which only grow.
 */
static void counters_judge(struct check *c, const void *one)
{
	const struct counters *n = one;

	if (c->members > n->users)
		check_found(c, USER_COUNTER, n->is.at, c->members, NULL);
	if (c->posts > n->posts)
		check_found(c, POST_COUNTER, n->is.at, c->posts, NULL);
}

const struct pass counters_pass = { .size = sizeof(struct counters),
				    .ask = { counters_queue },
				    .judge = counters_judge };

enum rt_err repair_counter(struct check *c, const struct fault *f)
{
	return rt_do(c->rt, &c->chunk, "EVAL %s 1 %s " ID, RAISE_COUNTER_LUA,
		     f->kind == USER_COUNTER ? KEY_NEXT_USER : KEY_NEXT_POST,
		     f->other);
}
