#include "libretwis/redis/trip.h"

#include <string.h>

#include "libretwis/redis/hash_slot.h"

/* What has no key goes where the command before it goes. */
static void trip_cut(struct trip *t, const char *text)
{
	int slot = SLOT_ANY;

	for (size_t i = 0; i < t->n; i++) {
		const char *begin = text;
		int own = hash_slot_next(&text);

		slot = own == SLOT_ANY ? slot : own;
		t->v[i] = (struct asked){ .trip = t,
					  .text = begin,
					  .len = (size_t)(text - begin),
					  .into = t->pipe->a,
					  .slot = own,
					  .near = slot,
					  .until = t->until };
	}
}

struct trip *trip_new(struct rt_pipe *p, int64_t until,
		      void (*done)(void *who), void *who)
{
	struct command *c = &p->rt->command;
	struct trip *t = arena_alloc(p->a, sizeof *t);

	*t = (struct trip){ .pipe = p,
			    .n = p->queued - p->taken,
			    .until = until,
			    .done = done,
			    .who = who };
	t->left = t->n;
	t->v = arena_alloc(p->a, t->n * sizeof *t->v);
	trip_cut(t, arena_strndup(p->a, c->text, c->len));
	command_clear(c);
	return t;
}

/* Where none has come, the command may have been carried out, or may not. */
static void trip_end(struct trip *t)
{
	static char away[] = "CLUSTERDOWN a node is away";
	static const redisReply none = { .type = REDIS_REPLY_ERROR,
					 .str = away,
					 .len = sizeof away - 1 };

	for (size_t i = 0; i < t->n; i++)
		pipe_take(t->pipe, t->v[i].reply ? t->v[i].reply : &none);
	t->done(t->who);
}

void trip_settle(struct asked *q, const redisReply *reply)
{
	struct trip *t = q->trip;

	q->reply = reply;
	if (--t->left == 0)
		trip_end(t);
}

void trip_give_up(struct trip *t)
{
	for (size_t i = t->n; i > 0; i--)
		trip_settle(&t->v[i - 1], NULL);
}
