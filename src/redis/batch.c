#include "redis/batch.h"

#include <string.h>

#include "redis/hash_slot.h"
#include "redis/pipe_result.h"

/* A command without a key falls back to the slot of the one before it. */
static void batch_split(struct batch *t, const char *text)
{
	int slot = SLOT_ANY;
	size_t keyless = 0;

	for (size_t i = 0; i < t->n; i++) {
		const char *begin = text;
		int own = hash_slot_next(&text);

		slot = own == SLOT_ANY ? slot : own;
		keyless += own == SLOT_ANY;
		t->commands[i] =
			(struct node_command){ .batch = t,
					       .text = begin,
					       .len = (size_t)(text - begin),
					       .into = t->pipe->a,
					       .slot = own,
					       .fallback_slot = slot,
					       .keyless_index = keyless - 1,
					       .deadline = t->deadline };
	}
}

struct batch *batch_new(struct rt_pipe *p, int64_t deadline,
			void (*done)(void *who), void *who)
{
	struct command *c = &p->rt->command;
	struct batch *t = arena_alloc(p->a, sizeof *t);

	*t = (struct batch){ .pipe = p,
			     .n = p->queued - p->replied,
			     .deadline = deadline,
			     .done = done,
			     .who = who };
	t->unsettled = t->n;
	t->commands = arena_alloc(p->a, t->n * sizeof *t->commands);
	batch_split(t, arena_strndup(p->a, c->text, c->len));
	command_clear(c);
	return t;
}

/* What the pipeline gets in place of a reply that never came. */
static const redisReply *batch_no_reply(struct arena *a)
{
	redisReply *none = arena_alloc(a, sizeof *none);

	none->type = REDIS_REPLY_ERROR;
	none->str = arena_strdup(a, "CLUSTERDOWN a node is away");
	return none;
}

static void batch_end(struct batch *t)
{
	for (size_t i = 0; i < t->n; i++) {
		const redisReply *reply = t->commands[i].reply;

		pipe_result_add(t->pipe,
				reply ? reply : batch_no_reply(t->pipe->a));
	}
	t->done(t->who);
}

void batch_settle(struct node_command *q, const redisReply *reply)
{
	struct batch *t = q->batch;

	q->reply = reply;
	if (--t->unsettled == 0)
		batch_end(t);
}

void batch_give_up(struct batch *t)
{
	for (size_t i = t->n; i > 0; i--)
		batch_settle(&t->commands[i - 1], NULL);
}
