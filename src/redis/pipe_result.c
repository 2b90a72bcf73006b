#include "redis/pipe_result.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/prefix.h"
#include "redis/access_denied.h"
#include "redis/hash_slot.h"
#include "redis/outage.h"
#include "redis/pipe.h"

/* ---- a single reply ------------------------------------------------- */

#define ABORTED "ERR Invalid argument"

/* How errors begin and what they mean; some are those of Twemproxy. */
static const struct {
	const char *begins;
	enum rt_err err;
	bool by_proxy;
} reply_target_errors[] = {
	{ "OOM ", RT_FULL, false },
	{ "MISCONF ", RT_FULL, false },
	{ "READONLY ", RT_FULL, false },
	{ "NOREPLICAS ", RT_FULL, false },
	/* Twemproxy, for OOM or a connection that closed at once. */
	{ ABORTED, RT_FULL, true },
	{ "LOADING ", RT_DOWN, false },
	{ "ERR max number of ", RT_DOWN, false },
	{ "MASTERDOWN ", RT_DOWN, false },
	{ "CLUSTERDOWN ", RT_DOWN, false },
	{ "BUSY ", RT_DOWN, false },
	{ "NOAUTH ", RT_DOWN, false },
	{ "UNBLOCKED ", RT_DOWN, false },
	{ "WRONGPASS ", RT_DOWN, false },
	/* Twemproxy, for commands whose server went away. */
	{ "ERR Connection ", RT_DOWN, true },
	{ "ERR Broken pipe", RT_DOWN, true },
};

void reply_target_add(struct rt_pipe *p, struct reply_target target)
{
	if (p->err)
		return;
	target.index = p->queued - 1;
	target.a = p->a;
	target.lenient = p->lenient;
	p->last_target = arena_alloc(p->a, sizeof target);
	*p->last_target = target;
	*p->last = p->last_target;
	p->last = &p->last_target->next;
}

const redisReply *reply_target_reply(const struct reply_target *s)
{
	while (s->retry)
		s = s->retry;
	return s->reply;
}

bool reply_target_is_aborted(const redisReply *reply)
{
	return reply->type == REDIS_REPLY_ERROR &&
	       text_after(reply->str, ABORTED);
}

/* An unknown error may be a bug of ours, so it is logged. */
enum rt_err reply_target_error(const redisReply *reply, bool by_proxy)
{
	if (reply->type != REDIS_REPLY_ERROR)
		return RT_OK;
	for (size_t i = 0;
	     i < sizeof reply_target_errors / sizeof *reply_target_errors; i++)
		if ((by_proxy || !reply_target_errors[i].by_proxy) &&
		    text_after(reply->str, reply_target_errors[i].begins))
			return reply_target_errors[i].err;
	if (access_denied_is(reply))
		return RT_FORBIDDEN;
	error_log(reply);
	return RT_BROKEN;
}

/* UNBLOCKED is the reply to a blocking command, such as BLMOVE. */
bool reply_target_is_demoted(const redisReply *reply)
{
	return reply->type == REDIS_REPLY_ERROR &&
	       (text_after(reply->str, "READONLY ") ||
		text_after(reply->str, "MASTERDOWN ") ||
		text_after(reply->str, "UNBLOCKED "));
}

const redisReply *reply_target_forgive(const redisReply *reply)
{
	static const redisReply nil = { .type = REDIS_REPLY_NIL };
	bool is_wrong = reply->type == REDIS_REPLY_ERROR &&
			text_after(reply->str, "WRONGTYPE ");

	return is_wrong ? &nil : reply;
}

static const char *reply_target_text(const redisReply *r)
{
	bool text =
		r->type == REDIS_REPLY_STRING || r->type == REDIS_REPLY_STATUS;

	return text ? r->str : NULL;
}

static uint64_t reply_target_number(const redisReply *r)
{
	return r->type == REDIS_REPLY_INTEGER ? (uint64_t)r->integer
					      : rt_u64(reply_target_text(r));
}

void reply_target_u64(struct reply_target *s, const redisReply *r)
{
	*(uint64_t *)s->out = reply_target_number(r);
}

void reply_target_str(struct reply_target *s, const redisReply *r)
{
	*(const char **)s->out = reply_target_text(r);
}

void reply_target_strs(struct reply_target *s, const redisReply *r)
{
	const char **out = s->out;

	for (size_t i = 0; i < s->n; i++)
		out[i] = i < r->elements ? reply_target_text(r->element[i])
					 : NULL;
}

void reply_target_texts(struct reply_target *s, const redisReply *r)
{
	struct rt_texts *out = s->out;

	out->n = r->elements < s->n ? r->elements : s->n;
	out->v = arena_alloc(s->a, out->n * sizeof *out->v);
	for (size_t i = 0; i < out->n; i++) {
		const char *text = reply_target_text(r->element[i]);

		out->v[i] = text ? text : "";
	}
}

/*
 * The fields mostly arrive in the order of `s->fields`, so the search for each
 * one continues after the last match.  A value that is no string counts as
 * missing.
 */
void reply_target_hash(struct reply_target *s, const redisReply *r)
{
	const char **out = s->out;
	size_t index = 0;

	for (size_t i = 0; i < s->n; i++)
		out[i] = NULL;
	for (size_t i = 0; i + 1 < r->elements; i += 2) {
		const char *field = reply_target_text(r->element[i]);

		for (size_t tries = 0; field && tries < s->n; tries++) {
			size_t now = index;

			index = index + 1 < s->n ? index + 1 : 0;
			if (strcmp(s->fields[now], field) == 0) {
				out[now] =
					reply_target_text(r->element[i + 1]);
				break;
			}
		}
	}
}

/* `s->n` is a bit mask of `out`, with a bit for each element of the reply. */
void reply_target_fields(struct reply_target *s, const redisReply *r)
{
	const char **out = s->out;
	size_t index = 0;

	for (size_t left = s->n; left; left &= left - 1, index++)
		out[__builtin_ctzl(left)] =
			index < r->elements
				? reply_target_text(r->element[index])
				: NULL;
}

void reply_target_nothing(struct reply_target *s, const redisReply *r)
{
	(void)s;
	(void)r;
}

void reply_target_ids(struct reply_target *s, const redisReply *r)
{
	struct rt_ids *ids = s->out;

	ids->n = r->elements < s->n ? r->elements : s->n;
	ids->v = arena_alloc(s->a, ids->n * sizeof *ids->v);
	for (size_t i = 0; i < ids->n; i++)
		ids->v[i] = reply_target_number(r->element[i]);
}

/* retry_reads_queue() decides later whether the command only reads. */
static bool pipe_result_may_wait(const struct rt_pipe *p,
				 const redisReply *reply)
{
	return p->saved && reply_target_is_aborted(reply);
}

/*
 * A command that a proxy has aborted may only have met a server that is gone:
 * retry_reads_queue_one() logs what is not repeated.
 */
static void pipe_result_log(struct rt_pipe *p, enum rt_err err,
			    const redisReply *reply)
{
	if (err == RT_FORBIDDEN)
		access_denied_report_next(p, reply);
	else if (err == RT_DOWN && !text_after(reply->str, "UNBLOCKED "))
		outage_begin("", reply->str);
	else if (err == RT_FULL && !reply_target_is_aborted(reply))
		outage_refused(p->rt, reply);
}

void pipe_result_add(struct rt_pipe *p, const redisReply *reply)
{
	struct reply_target *target =
		p->last_answered ? p->last_answered->next : p->first;
	bool is_its = target && target->index == p->replied;
	enum rt_err err;

	if (is_its && target->lenient)
		reply = reply_target_forgive(reply);
	err = reply_target_error(reply, p->rt->is_proxied);
	pipe_result_log(p, err, reply);
	p->is_demoted |= err && reply_target_is_demoted(reply);
	p->replied++;
	if (!p->err &&
	    !(is_its && (target->optional || pipe_result_may_wait(p, reply))))
		p->err = err;
	if (is_its) {
		target->reply = reply;
		p->last_answered = target;
	}
}

bool pipe_result_is_whole(const struct rt_pipe *p)
{
	return p->replied == p->queued;
}

void pipe_result_greeting(struct rt_pipe *p)
{
	if (!p->greets)
		return;
	/* The greeting was not answered: the next pipeline sends it again. */
	if (p->err) {
		p->rt->greeted = false;
		return;
	}
	for (struct reply_target *s = p->first; s && s->index < p->greets;
	     s = s->next)
		s->store(s, reply_target_reply(s));
	p->err = p->rt->refused = p->rt->greeting->answer(p->rt);
}

enum rt_err pipe_result(struct rt_pipe *p)
{
	pipe_result_greeting(p);
	for (struct reply_target *s = p->first; s && !p->err; s = s->next)
		s->store(s, reply_target_reply(s));
	return p->err;
}

/* ---- reads that a proxy has aborted --------------------------------- */

/* Each time, another write may get in between. */
#define TIMES_MAX 8

/*
 * All read-only commands that this project uses.  A read-only script says so in
 * its first line.
 */
static const char *const retry_reads_names[] = {
	"EXISTS",      "GET",           "HEXISTS",
	"HGET",        "HGETALL",       "HKEYS",
	"HLEN",        "HMGET",         "HSCAN",
	"LINDEX",      "LLEN",          "LPOS",
	"LRANGE",      "PTTL",          "SCARD",
	"SISMEMBER",   "SMEMBERS",      "SRANDMEMBER",
	"TTL",         "TYPE",          "ZCARD",
	"ZCOUNT",      "ZMSCORE",       "ZRANGE",
	"ZRANGEBYLEX", "ZREVRANGE",     "ZREVRANGEBYSCORE",
	"ZREVRANK",    "ZRANGEBYSCORE", "ZSCORE",
};

void retry_reads_save(struct rt_pipe *p, int times)
{
	const struct command *c = &p->rt->command;

	p->saved = NULL;
	p->saved_from = p->replied;
	if (p->rt->is_proxied && times < TIMES_MAX)
		p->saved = arena_strndup(p->a, c->text, c->len);
}

/* Skips one line, such as "*2" or "$3". */
static const char *retry_reads_word(const char *text)
{
	return strchr(text, '\n') + 1;
}

/* `text` looks like "*2\r\n$3\r\nGET\r\n...". */
static bool retry_reads_is_read(const char *text)
{
	const char *name = retry_reads_word(retry_reads_word(text));

	if (text_after(name, "EVAL\r\n"))
		return text_after(retry_reads_word(retry_reads_word(name)),
				  "#!lua flags=no-writes\n");
	for (size_t i = 0;
	     i < sizeof retry_reads_names / sizeof *retry_reads_names; i++) {
		const char *end = text_after(name, retry_reads_names[i]);

		if (end && *end == '\r')
			return true;
	}
	return false;
}

static void retry_reads_queue_one(struct rt_pipe *p, struct reply_target *s,
				  const char *text, size_t len)
{
	if (!retry_reads_is_read(text)) {
		p->err = s->optional ? RT_OK : RT_FULL;
		outage_refused(p->rt, s->reply);
		return;
	}
	command_append(&p->rt->command, text, len);
	p->queued++;
	reply_target_add(p,
			 (struct reply_target){ .store = reply_target_nothing,
						.optional = s->optional });
	s->retry = p->last_target;
	s->retry->lenient = s->lenient;
}

void retry_reads_queue(struct rt_pipe *p)
{
	const char *text = p->saved;
	struct reply_target *s = p->first;

	if (!text)
		return;
	for (size_t index = p->saved_from, end = p->queued;
	     index < end && !p->err; index++) {
		const char *begin = text;

		hash_slot_next(&text);
		while (s && s->index < index)
			s = s->next;
		if (s && s->index == index &&
		    reply_target_is_aborted(s->reply))
			retry_reads_queue_one(p, s, begin,
					      (size_t)(text - begin));
	}
}
