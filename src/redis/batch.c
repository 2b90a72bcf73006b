#include "redis/batch.h"

#include <string.h>

#include "redis/hash_slot.h"
#include "redis/pipe_result.h"

/* A command without a key goes where the one before it goes. */
static void batch_cut(struct batch *t, const char *text)
{
	int slot = SLOT_ANY;
	size_t keyless = 0;

	for (size_t i = 0; i < t->n; i++) {
		const char *begin = text;
		int own = hash_slot_next(&text);

		slot = own == SLOT_ANY ? slot : own;
		keyless += own == SLOT_ANY;
		t->v[i] = (struct asked){ .trip = t,
					  .text = begin,
					  .len = (size_t)(text - begin),
					  .into = t->pipe->a,
					  .slot = own,
					  .near = slot,
					  .nth = keyless - 1,
					  .until = t->until };
	}
}

struct batch *batch_new(struct rt_pipe *p, int64_t until,
			void (*done)(void *who), void *who)
{
	struct command *c = &p->rt->command;
	struct batch *t = arena_alloc(p->a, sizeof *t);

	*t = (struct batch){ .pipe = p,
			     .n = p->queued - p->taken,
			     .until = until,
			     .done = done,
			     .who = who };
	t->left = t->n;
	t->v = arena_alloc(p->a, t->n * sizeof *t->v);
	batch_cut(t, arena_strndup(p->a, c->text, c->len));
	command_clear(c);
	return t;
}

/* A command without a reply may have been carried out, or may not. */
static const redisReply *batch_none(struct arena *a)
{
	redisReply *none = arena_alloc(a, sizeof *none);

	none->type = REDIS_REPLY_ERROR;
	none->str = arena_strdup(a, "CLUSTERDOWN a node is away");
	return none;
}

static void batch_end(struct batch *t)
{
	for (size_t i = 0; i < t->n; i++) {
		const redisReply *reply = t->v[i].reply;

		pipe_result_add(t->pipe,
				reply ? reply : batch_none(t->pipe->a));
	}
	t->done(t->who);
}

void batch_settle(struct asked *q, const redisReply *reply)
{
	struct batch *t = q->trip;

	q->reply = reply;
	if (--t->left == 0)
		batch_end(t);
}

void batch_give_up(struct batch *t)
{
	for (size_t i = t->n; i > 0; i--)
		batch_settle(&t->v[i - 1], NULL);
}
