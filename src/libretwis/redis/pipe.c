#include "libretwis/redis/pipe.h"

#include "libretwis/redis/reply.h"
#include "libretwis/redis/slot.h"

void rt_pipe_begin(struct rt_pipe *p, struct rt *rt, struct arena *a)
{
	*p = (struct rt_pipe){ .rt = rt, .a = a };
	p->last = &p->first;
}

void rt_pipe_look(struct rt_pipe *p, struct rt *rt, struct arena *a)
{
	rt_pipe_begin(p, rt, a);
	p->lenient = true;
}

static void pipe_expect(struct rt_pipe *p, struct rt_slot slot)
{
	if (p->err)
		return;
	slot.at = p->queued - 1;
	slot.a = p->a;
	slot.lenient = p->lenient;
	p->newest = arena_alloc(p->a, sizeof slot);
	*p->newest = slot;
	*p->last = p->newest;
	p->last = &p->newest->next;
}

void rt_pipe_lenient(struct rt_pipe *p)
{
	if (p->err)
		return;
	if (!p->newest || p->newest->at != p->queued - 1)
		pipe_expect(p, (struct rt_slot){ .take = slot_nothing });
	p->newest->lenient = true;
}

void rt_pipe_open(struct rt_pipe *p)
{
	struct rt *rt = p->rt;

	p->err = rt_connect(rt);
	if (p->err || rt->is_bus)
		return;
	if (rt->asked) {
		p->err = rt->foreign ? RT_FOREIGN : RT_OK;
		return;
	}
	rt->asked = p->asks_layout = true;
	if (redisAppendCommand(rt->link, "GET " KEY_LAYOUT) == REDIS_OK)
		p->queued++;
	else
		p->err = RT_BROKEN;
	pipe_expect(p, (struct rt_slot){ .take = slot_layout, .out = p });
}

static void pipe_queue(struct rt_pipe *p, struct rt_ids more,
		       const char *format, va_list args)
{
	struct command *c = &p->rt->command;

	if (!p->queued && !p->err)
		rt_pipe_open(p);
	if (p->err)
		return;
	if (command_format_ids(c, more.v, more.n, format, args) &&
	    redisAppendFormattedCommand(p->rt->link, c->text, c->len) ==
		    REDIS_OK)
		p->queued++;
	else
		p->err = RT_BROKEN;
}

/* Queues the format, with the arguments behind it. */
#define QUEUE(p, format) QUEUE_EACH(p, (struct rt_ids){ 0 }, format)
#define QUEUE_EACH(p, more, format)                                           \
	do {                                                                  \
		va_list args;                                                 \
		va_start(args, format);                                       \
		pipe_queue(p, more, format, args);                            \
		va_end(args);                                                 \
	} while (0)

void rt_pipe(struct rt_pipe *p, const char *format, ...)
{
	QUEUE(p, format);
	if (p->lenient)
		rt_pipe_lenient(p);
}

void rt_pipe_u64(struct rt_pipe *p, uint64_t *out, const char *format, ...)
{
	QUEUE(p, format);
	pipe_expect(p, (struct rt_slot){ .take = slot_u64, .out = out });
}

void rt_pipe_str(struct rt_pipe *p, const char **out, const char *format, ...)
{
	QUEUE(p, format);
	pipe_expect(p, (struct rt_slot){ .take = slot_str, .out = out });
}

void rt_pipe_ids(struct rt_pipe *p, struct rt_ids *out, const char *format,
		 ...)
{
	QUEUE(p, format);
	pipe_expect(p, (struct rt_slot){ .take = slot_ids, .out = out });
}

void rt_pipe_strs(struct rt_pipe *p, const char **out, size_t n,
		  const char *format, ...)
{
	QUEUE(p, format);
	pipe_expect(p,
		    (struct rt_slot){ .take = slot_strs, .out = out, .n = n });
}

void rt_pipe_texts(struct rt_pipe *p, struct rt_texts *out, const char *format,
		   ...)
{
	QUEUE(p, format);
	pipe_expect(p, (struct rt_slot){ .take = slot_texts, .out = out });
}

void rt_pipe_hash(struct rt_pipe *p, const char **out,
		  const char *const *fields, size_t n, const char *format, ...)
{
	QUEUE(p, format);
	pipe_expect(p, (struct rt_slot){ .take = slot_hash,
					 .out = out,
					 .n = n,
					 .fields = fields });
}

void rt_pipe_each(struct rt_pipe *p, const char **out, struct rt_ids ids,
		  const char *format, ...)
{
	if (!ids.n)
		return;
	QUEUE_EACH(p, ids, format);
	pipe_expect(p, (struct rt_slot){
			       .take = slot_strs, .out = out, .n = ids.n });
}

void rt_pipe_with(struct rt_pipe *p, struct rt_ids ids, const char *format,
		  ...)
{
	QUEUE_EACH(p, ids, format);
}

void rt_pipe_try(struct rt_pipe *p, const char *format, ...)
{
	QUEUE(p, format);
	pipe_expect(
		p, (struct rt_slot){ .take = slot_nothing, .optional = true });
}

/* The next reply; NULL when the connection is lost. */
static const redisReply *pipe_read_one(struct rt_pipe *p,
				       const struct rt_slot *slot)
{
	void *reply = NULL;
	enum rt_err err;

	if (redisGetReply(p->rt->link, &reply) != REDIS_OK)
		return NULL;
	if (slot && slot->lenient)
		slot_forgive(reply);
	err = slot_error(reply);
	if (!p->err && !(slot && slot->optional))
		p->err = err;
	return reply;
}

static void pipe_read_all(struct rt_pipe *p)
{
	struct rt_slot *slot = p->first;

	reply_into(p->rt->link, p->a);
	for (size_t i = 0; i < p->queued; i++) {
		struct rt_slot *taken = slot && slot->at == i ? slot : NULL;
		const redisReply *reply = pipe_read_one(p, taken);

		if (!reply) {
			p->err = rt_lost(p->rt);
			return;
		}
		if (taken) {
			taken->reply = reply;
			slot = taken->next;
		}
	}
}

enum rt_err rt_pipe_end(struct rt_pipe *p)
{
	if (p->queued)
		pipe_read_all(p);
	/* We do not know yet: the next pipeline asks again. */
	if (p->err && p->asks_layout)
		p->rt->asked = false;
	for (struct rt_slot *s = p->first; s && !p->err; s = s->next)
		s->take(s, s->reply);
	return p->err;
}

/* ---- one command alone ------------------------------------------------- */

/* Queues it in a pipeline of its own, sends it and reads its reply. */
#define ASK(...)                                                              \
	do {                                                                  \
		struct rt_pipe alone, *p = &alone;                            \
		rt_pipe_begin(p, rt, a);                                      \
		QUEUE(p, format);                                             \
		pipe_expect(p, (struct rt_slot){ __VA_ARGS__ });              \
		return rt_pipe_end(p);                                        \
	} while (0)

enum rt_err rt_do(struct rt *rt, struct arena *a, const char *format, ...)
{
	ASK(.take = slot_nothing);
}

enum rt_err rt_ask_u64(struct rt *rt, struct arena *a, uint64_t *out,
		       const char *format, ...)
{
	ASK(.take = slot_u64, .out = out);
}

enum rt_err rt_ask_str(struct rt *rt, struct arena *a, const char **out,
		       const char *format, ...)
{
	ASK(.take = slot_str, .out = out);
}

enum rt_err rt_ask_ids(struct rt *rt, struct arena *a, struct rt_ids *out,
		       const char *format, ...)
{
	ASK(.take = slot_ids, .out = out);
}

enum rt_err rt_ask_strs(struct rt *rt, struct arena *a, const char **out,
			size_t n, const char *format, ...)
{
	ASK(.take = slot_strs, .out = out, .n = n);
}

enum rt_err rt_ask_texts(struct rt *rt, struct arena *a, struct rt_texts *out,
			 const char *format, ...)
{
	ASK(.take = slot_texts, .out = out);
}
