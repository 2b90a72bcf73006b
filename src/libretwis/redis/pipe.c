/* Pipelines: commands in one write, and what their replies hold. */
#include "libretwis/redis/pipe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libretwis/base/prefix.h"
#include "libretwis/redis/reply.h"

/* The error replies that are not our own mistakes. */
static enum rt_err reply_error(const redisReply *reply)
{
	static const char *const full[] = { "OOM ", "MISCONF ", "READONLY ",
					    "NOREPLICAS " };
	static const char *const down[] = {
		"LOADING ",    "ERR max number of ",
		"MASTERDOWN ", "CLUSTERDOWN ",
		"BUSY ",       "NOAUTH ",
		"WRONGPASS "
	};

	if (reply->type != REDIS_REPLY_ERROR)
		return RT_OK;
	for (size_t i = 0; i < sizeof full / sizeof *full; i++)
		if (text_after(reply->str, full[i]))
			return RT_FULL;
	for (size_t i = 0; i < sizeof down / sizeof *down; i++)
		if (text_after(reply->str, down[i]))
			return RT_DOWN;
	fprintf(stderr, "retwis: Redis: %s\n", reply->str);
	return RT_BROKEN;
}

/* ---- what replies hold ------------------------------------------------- */

struct rt_slot {
	struct rt_slot *next;
	size_t at; /* which reply */
	void (*take)(struct rt_slot *s, const redisReply *r);
	struct arena *a;
	void *out;
	size_t n;
	const char *const *fields;
	bool optional; /* its error is nobody's */
	const redisReply *reply;
};

uint64_t rt_u64(const char *s)
{
	return s ? strtoull(s, NULL, 10) : 0;
}

static const char *text_of(const redisReply *r)
{
	bool text =
		r->type == REDIS_REPLY_STRING || r->type == REDIS_REPLY_STATUS;

	return text ? r->str : NULL;
}

static void take_u64(struct rt_slot *s, const redisReply *r)
{
	*(uint64_t *)s->out = r->type == REDIS_REPLY_INTEGER
				      ? (uint64_t)r->integer
				      : rt_u64(text_of(r));
}

static void take_str(struct rt_slot *s, const redisReply *r)
{
	*(const char **)s->out = text_of(r);
}

static void take_strs(struct rt_slot *s, const redisReply *r)
{
	const char **out = s->out;

	for (size_t i = 0; i < s->n; i++)
		out[i] = i < r->elements ? text_of(r->element[i]) : NULL;
}

static void take_texts(struct rt_slot *s, const redisReply *r)
{
	struct rt_texts *out = s->out;

	out->n = r->elements;
	out->v = arena_alloc(s->a, r->elements * sizeof *out->v);
	for (size_t i = 0; i < r->elements; i++)
		out->v[i] = text_of(r->element[i]);
}

/* Fields mostly come in the order in which they are looked for. */
static void take_hash(struct rt_slot *s, const redisReply *r)
{
	const char **out = s->out;
	size_t at = 0;

	for (size_t i = 0; i < s->n; i++)
		out[i] = NULL;
	for (size_t i = 0; i + 1 < r->elements; i += 2)
		for (size_t tries = 0; tries < s->n; tries++) {
			size_t now = at;

			at = at + 1 < s->n ? at + 1 : 0;
			if (strcmp(s->fields[now], r->element[i]->str) == 0) {
				out[now] = text_of(r->element[i + 1]);
				break;
			}
		}
}

static void take_nothing(struct rt_slot *s, const redisReply *r)
{
	(void)s;
	(void)r;
}

static void take_ids(struct rt_slot *s, const redisReply *r)
{
	struct rt_ids *ids = s->out;

	ids->n = r->elements;
	ids->v = arena_alloc(s->a, r->elements * sizeof *ids->v);
	for (size_t i = 0; i < r->elements; i++)
		ids->v[i] = rt_u64(r->element[i]->str);
}

/* ---- pipelines --------------------------------------------------------- */

void rt_pipe_begin(struct rt_pipe *p, struct rt *rt, struct arena *a)
{
	*p = (struct rt_pipe){ .rt = rt, .a = a };
	p->last = &p->first;
}

static void queue(struct rt_pipe *p, struct rt_ids more, const char *format,
		  va_list args)
{
	struct command *c = &p->rt->command;

	if (!p->queued && !p->err)
		p->err = rt_connect(p->rt);
	if (p->err)
		return;
	if (command_format_ids(c, more.v, more.n, format, args) &&
	    redisAppendFormattedCommand(p->rt->link, c->text, c->len) ==
		    REDIS_OK)
		p->queued++;
	else
		p->err = RT_BROKEN;
}

static void expect(struct rt_pipe *p, struct rt_slot slot)
{
	if (p->err)
		return;
	slot.at = p->queued - 1;
	slot.a = p->a;
	*p->last = arena_alloc(p->a, sizeof slot);
	**p->last = slot;
	p->last = &(*p->last)->next;
}

/* Queues the command that follows a function's last named argument. */
#define QUEUE(p, format) QUEUE_EACH(p, (struct rt_ids){ 0 }, format)
#define QUEUE_EACH(p, more, format)                                           \
	do {                                                                  \
		va_list args;                                                 \
		va_start(args, format);                                       \
		queue(p, more, format, args);                                 \
		va_end(args);                                                 \
	} while (0)

void rt_pipe(struct rt_pipe *p, const char *format, ...)
{
	QUEUE(p, format);
}

void rt_pipe_u64(struct rt_pipe *p, uint64_t *out, const char *format, ...)
{
	QUEUE(p, format);
	expect(p, (struct rt_slot){ .take = take_u64, .out = out });
}

void rt_pipe_str(struct rt_pipe *p, const char **out, const char *format, ...)
{
	QUEUE(p, format);
	expect(p, (struct rt_slot){ .take = take_str, .out = out });
}

void rt_pipe_ids(struct rt_pipe *p, struct rt_ids *out, const char *format,
		 ...)
{
	QUEUE(p, format);
	expect(p, (struct rt_slot){ .take = take_ids, .out = out });
}

void rt_pipe_strs(struct rt_pipe *p, const char **out, size_t n,
		  const char *format, ...)
{
	QUEUE(p, format);
	expect(p, (struct rt_slot){ .take = take_strs, .out = out, .n = n });
}

void rt_pipe_texts(struct rt_pipe *p, struct rt_texts *out, const char *format,
		   ...)
{
	QUEUE(p, format);
	expect(p, (struct rt_slot){ .take = take_texts, .out = out });
}

void rt_pipe_hash(struct rt_pipe *p, const char **out,
		  const char *const *fields, size_t n, const char *format, ...)
{
	QUEUE(p, format);
	expect(p, (struct rt_slot){ .take = take_hash,
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
	expect(p,
	       (struct rt_slot){ .take = take_strs, .out = out, .n = ids.n });
}

void rt_pipe_with(struct rt_pipe *p, struct rt_ids ids, const char *format,
		  ...)
{
	QUEUE_EACH(p, ids, format);
}

void rt_pipe_try(struct rt_pipe *p, const char *format, ...)
{
	QUEUE(p, format);
	expect(p, (struct rt_slot){ .take = take_nothing, .optional = true });
}

/* The next reply; NULL when the connection is lost. */
static const redisReply *read_reply(struct rt_pipe *p, bool optional)
{
	void *reply = NULL;
	enum rt_err err;

	if (redisGetReply(p->rt->link, &reply) != REDIS_OK)
		return NULL;
	err = reply_error(reply);
	if (!p->err && !optional)
		p->err = err;
	return reply;
}

static void read_replies(struct rt_pipe *p)
{
	struct rt_slot *slot = p->first;

	reply_into(p->rt->link, p->a);
	for (size_t i = 0; i < p->queued; i++) {
		bool taken = slot && slot->at == i;
		const redisReply *reply =
			read_reply(p, taken && slot->optional);

		if (!reply) {
			p->err = rt_lost(p->rt);
			return;
		}
		if (taken) {
			slot->reply = reply;
			slot = slot->next;
		}
	}
}

enum rt_err rt_pipe_end(struct rt_pipe *p)
{
	if (p->queued)
		read_replies(p);
	for (struct rt_slot *s = p->first; s && !p->err; s = s->next)
		s->take(s, s->reply);
	return p->err;
}
