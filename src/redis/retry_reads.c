#include "redis/retry_reads.h"

#include <string.h>

#include "base/prefix.h"
#include "redis/hash_slot.h"
#include "redis/reply_target.h"

/* Each time another write may come between. */
#define TIMES_MAX 8

/* All by which this project reads.  A script says it at its beginning. */
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

	p->kept = NULL;
	p->kept_at = p->taken;
	if (p->rt->is_proxied && times < TIMES_MAX)
		p->kept = arena_strndup(p->a, c->text, c->len);
}

/* The word behind the next line, "*2" or "$3". */
static const char *retry_reads_word(const char *text)
{
	return strchr(text, '\n') + 1;
}

/* "*2\r\n$3\r\nGET\r\n..." */
static bool retry_reads_may(const char *text)
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

static void retry_reads_slot(struct rt_pipe *p, struct reply_target *s,
			     const char *text, size_t len)
{
	if (!retry_reads_may(text)) {
		p->err = s->optional ? RT_OK : RT_FULL;
		return;
	}
	command_append(&p->rt->command, text, len);
	p->queued++;
	reply_target_add(p, (struct reply_target){ .take = target_nothing,
						   .optional = s->optional });
	s->again = p->newest;
	s->again->lenient = s->lenient;
}

void retry_reads_queue(struct rt_pipe *p)
{
	const char *text = p->kept;
	struct reply_target *s = p->first;

	if (!text)
		return;
	for (size_t at = p->kept_at, end = p->queued; at < end && !p->err;
	     at++) {
		const char *begin = text;

		hash_slot_next(&text);
		while (s && s->at < at)
			s = s->next;
		if (s && s->at == at && target_is_spoilt(s->reply))
			retry_reads_slot(p, s, begin, (size_t)(text - begin));
	}
}
