#include "redis/reply_target.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/prefix.h"
#include "redis/access_denied.h"
#include "redis/pipe.h"

#define SPOILT "ERR Invalid argument"

/* How an error begins, and what it means; some are words of Twemproxy. */
static const struct {
	const char *begins;
	enum rt_err err;
	bool by_proxy;
} target_errors[] = {
	{ "OOM ", RT_FULL, false },
	{ "MISCONF ", RT_FULL, false },
	{ "READONLY ", RT_FULL, false },
	{ "NOREPLICAS ", RT_FULL, false },
	/* What it makes of OOM, or of an end at once. */
	{ SPOILT, RT_FULL, true },
	{ "LOADING ", RT_DOWN, false },
	{ "ERR max number of ", RT_DOWN, false },
	{ "MASTERDOWN ", RT_DOWN, false },
	{ "CLUSTERDOWN ", RT_DOWN, false },
	{ "BUSY ", RT_DOWN, false },
	{ "NOAUTH ", RT_DOWN, false },
	{ "UNBLOCKED ", RT_DOWN, false },
	{ "WRONGPASS ", RT_DOWN, false },
	/* What ended with a server. */
	{ "ERR Connection ", RT_DOWN, true },
	{ "ERR Broken pipe", RT_DOWN, true },
};

void reply_target_add(struct rt_pipe *p, struct reply_target slot)
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

const redisReply *target_reply(const struct reply_target *s)
{
	while (s->again)
		s = s->again;
	return s->reply;
}

bool target_is_spoilt(const redisReply *reply)
{
	return reply->type == REDIS_REPLY_ERROR &&
	       text_after(reply->str, SPOILT);
}

/* Not every error reply is a mistake of ours. */
enum rt_err target_error(const redisReply *reply, bool by_proxy)
{
	if (reply->type != REDIS_REPLY_ERROR)
		return RT_OK;
	for (size_t i = 0; i < sizeof target_errors / sizeof *target_errors;
	     i++)
		if ((by_proxy || !target_errors[i].by_proxy) &&
		    text_after(reply->str, target_errors[i].begins))
			return target_errors[i].err;
	if (access_denied_is(reply))
		return RT_FORBIDDEN;
	fprintf(stderr, "retwis: Redis: %s\n", reply->str);
	return RT_BROKEN;
}

/* The last one ends a command that waits, such as BLMOVE. */
bool target_is_demoted(const redisReply *reply)
{
	return reply->type == REDIS_REPLY_ERROR &&
	       (text_after(reply->str, "READONLY ") ||
		text_after(reply->str, "MASTERDOWN ") ||
		text_after(reply->str, "UNBLOCKED "));
}

const redisReply *target_forgive(const redisReply *reply)
{
	static const redisReply nil = { .type = REDIS_REPLY_NIL };
	bool is_wrong = reply->type == REDIS_REPLY_ERROR &&
			text_after(reply->str, "WRONGTYPE ");

	return is_wrong ? &nil : reply;
}

static const char *target_text(const redisReply *r)
{
	bool text =
		r->type == REDIS_REPLY_STRING || r->type == REDIS_REPLY_STATUS;

	return text ? r->str : NULL;
}

static uint64_t target_number(const redisReply *r)
{
	return r->type == REDIS_REPLY_INTEGER ? (uint64_t)r->integer
					      : rt_u64(target_text(r));
}

void target_u64(struct reply_target *s, const redisReply *r)
{
	*(uint64_t *)s->out = target_number(r);
}

void target_str(struct reply_target *s, const redisReply *r)
{
	*(const char **)s->out = target_text(r);
}

void target_strs(struct reply_target *s, const redisReply *r)
{
	const char **out = s->out;

	for (size_t i = 0; i < s->n; i++)
		out[i] = i < r->elements ? target_text(r->element[i]) : NULL;
}

void target_texts(struct reply_target *s, const redisReply *r)
{
	struct rt_texts *out = s->out;

	out->n = r->elements < s->n ? r->elements : s->n;
	out->v = arena_alloc(s->a, out->n * sizeof *out->v);
	for (size_t i = 0; i < out->n; i++) {
		const char *text = target_text(r->element[i]);

		out->v[i] = text ? text : "";
	}
}

/*
 * The fields mostly come in the order in which we look for them.  A value that
 * is no text counts as none.
 */
void target_hash(struct reply_target *s, const redisReply *r)
{
	const char **out = s->out;
	size_t at = 0;

	for (size_t i = 0; i < s->n; i++)
		out[i] = NULL;
	for (size_t i = 0; i + 1 < r->elements; i += 2) {
		const char *field = target_text(r->element[i]);

		for (size_t tries = 0; field && tries < s->n; tries++) {
			size_t now = at;

			at = at + 1 < s->n ? at + 1 : 0;
			if (strcmp(s->fields[now], field) == 0) {
				out[now] = target_text(r->element[i + 1]);
				break;
			}
		}
	}
}

/* `n` are bits: one for each element of the reply. */
void target_fields(struct reply_target *s, const redisReply *r)
{
	const char **out = s->out;
	size_t at = 0;

	for (size_t left = s->n; left; left &= left - 1, at++)
		out[__builtin_ctzl(left)] =
			at < r->elements ? target_text(r->element[at]) : NULL;
}

void target_nothing(struct reply_target *s, const redisReply *r)
{
	(void)s;
	(void)r;
}

void target_ids(struct reply_target *s, const redisReply *r)
{
	struct rt_ids *ids = s->out;

	ids->n = r->elements < s->n ? r->elements : s->n;
	ids->v = arena_alloc(s->a, ids->n * sizeof *ids->v);
	for (size_t i = 0; i < ids->n; i++)
		ids->v[i] = target_number(r->element[i]);
}
