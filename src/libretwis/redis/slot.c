#include "libretwis/redis/slot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libretwis/base/prefix.h"
#include "libretwis/redis/denied.h"
#include "libretwis/redis/pipe.h"

static bool slot_says(const redisReply *reply, const char *const *words)
{
	for (; *words; words++)
		if (text_after(reply->str, *words))
			return true;
	return false;
}

static bool slot_is_full(const redisReply *reply, bool by_proxy)
{
	static const char *const redis[] = { "OOM ", "MISCONF ", "READONLY ",
					     "NOREPLICAS ", NULL };
	/* What it makes of OOM, or of an end at once. */
	static const char *const proxy[] = { "ERR Invalid argument", NULL };

	return slot_says(reply, redis) ||
	       (by_proxy && slot_says(reply, proxy));
}

static bool slot_is_down(const redisReply *reply, bool by_proxy)
{
	static const char *const redis[] = {
		"LOADING ",    "ERR max number of ",
		"MASTERDOWN ", "CLUSTERDOWN ",
		"BUSY ",       "NOAUTH ",
		"UNBLOCKED ",  "WRONGPASS ",
		NULL
	};
	/* What ended with a server. */
	static const char *const proxy[] = { "ERR Connection ",
					     "ERR Broken pipe", NULL };

	return slot_says(reply, redis) ||
	       (by_proxy && slot_says(reply, proxy));
}

/* Not every error reply is a mistake of ours. */
enum rt_err slot_error(const redisReply *reply, bool by_proxy)
{
	if (reply->type != REDIS_REPLY_ERROR)
		return RT_OK;
	if (slot_is_full(reply, by_proxy))
		return RT_FULL;
	if (slot_is_down(reply, by_proxy))
		return RT_DOWN;
	if (denied_is(reply))
		return RT_FORBIDDEN;
	fprintf(stderr, "retwis: Redis: %s\n", reply->str);
	return RT_BROKEN;
}

/* The last one ends a command that waits, such as BLMOVE. */
bool slot_is_demoted(const redisReply *reply)
{
	return reply->type == REDIS_REPLY_ERROR &&
	       (text_after(reply->str, "READONLY ") ||
		text_after(reply->str, "MASTERDOWN ") ||
		text_after(reply->str, "UNBLOCKED "));
}

const redisReply *slot_forgive(const redisReply *reply)
{
	static const redisReply nil = { .type = REDIS_REPLY_NIL };
	bool is_wrong = reply->type == REDIS_REPLY_ERROR &&
			text_after(reply->str, "WRONGTYPE ");

	return is_wrong ? &nil : reply;
}

static const char *slot_text(const redisReply *r)
{
	bool text =
		r->type == REDIS_REPLY_STRING || r->type == REDIS_REPLY_STATUS;

	return text ? r->str : NULL;
}

static uint64_t slot_number(const redisReply *r)
{
	return r->type == REDIS_REPLY_INTEGER ? (uint64_t)r->integer
					      : rt_u64(slot_text(r));
}

void slot_u64(struct rt_slot *s, const redisReply *r)
{
	*(uint64_t *)s->out = slot_number(r);
}

void slot_str(struct rt_slot *s, const redisReply *r)
{
	*(const char **)s->out = slot_text(r);
}

void slot_strs(struct rt_slot *s, const redisReply *r)
{
	const char **out = s->out;

	for (size_t i = 0; i < s->n; i++)
		out[i] = i < r->elements ? slot_text(r->element[i]) : NULL;
}

void slot_texts(struct rt_slot *s, const redisReply *r)
{
	struct rt_texts *out = s->out;

	out->n = r->elements < s->n ? r->elements : s->n;
	out->v = arena_alloc(s->a, out->n * sizeof *out->v);
	for (size_t i = 0; i < out->n; i++) {
		const char *text = slot_text(r->element[i]);

		out->v[i] = text ? text : "";
	}
}

/*
 * The fields mostly come in the order in which we look for them.  A value that
 * is no text counts as none.
 */
void slot_hash(struct rt_slot *s, const redisReply *r)
{
	const char **out = s->out;
	size_t at = 0;

	for (size_t i = 0; i < s->n; i++)
		out[i] = NULL;
	for (size_t i = 0; i + 1 < r->elements; i += 2) {
		const char *field = slot_text(r->element[i]);

		for (size_t tries = 0; field && tries < s->n; tries++) {
			size_t now = at;

			at = at + 1 < s->n ? at + 1 : 0;
			if (strcmp(s->fields[now], field) == 0) {
				out[now] = slot_text(r->element[i + 1]);
				break;
			}
		}
	}
}

void slot_nothing(struct rt_slot *s, const redisReply *r)
{
	(void)s;
	(void)r;
}

void slot_layout(struct rt_slot *s, const redisReply *r)
{
	rt_take_layout(s->out, slot_text(r));
}

void slot_ids(struct rt_slot *s, const redisReply *r)
{
	struct rt_ids *ids = s->out;

	ids->n = r->elements < s->n ? r->elements : s->n;
	ids->v = arena_alloc(s->a, ids->n * sizeof *ids->v);
	for (size_t i = 0; i < ids->n; i++)
		ids->v[i] = slot_number(r->element[i]);
}
