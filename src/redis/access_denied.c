#include "redis/access_denied.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/prefix.h"
#include "base/printable.h"
#include "redis/address.h"
#include "redis/outage.h"
#include "redis/pipe.h"

/*
 * For a command inside a script, Redis 7.0 replies with the last of these, and
 * later versions and Valkey with the one before it.
 */
bool access_denied_is(const redisReply *reply)
{
	return reply->type == REDIS_REPLY_ERROR &&
	       (text_after(reply->str, "NOPERM ") ||
		text_after(reply->str, "ERR ACL failure in script: ") ||
		text_after(reply->str, "ERR The user executing the script "));
}

void error_log(const redisReply *reply)
{
	char line[PRINTABLE_LINE];

	fprintf(stderr, "retwis: Redis: %s\n",
		printable_line(line, reply->str));
}

void access_denied_report(int64_t *quiet_until, const char *address,
			  const char *command, const redisReply *reply)
{
	char line[PRINTABLE_LINE];
	struct address a;
	bool is_known;

	if (!access_denied_is(reply) || !outage_may_log(quiet_until))
		return;
	is_known = !address_parse(&a, address) && *a.user;
	fprintf(stderr,
		"retwis: Redis does not allow %s for the user \"%s\": %s "
		"(logged once a minute; see redis.acl)\n",
		command, is_known ? a.user : "default",
		printable_line(line, reply->str));
}

/* ---- finding the command ------------------------------------------------- */

/*
 * The command and the key up to its first colon.  Access is granted by such
 * prefixes, and the rest of a key, such as a member's id, has no place in a
 * log.
 */
static const char *access_denied_name(struct arena *a, const redisReply *words)
{
	bool is_script = words->elements > 3 &&
			 strcmp(words->element[0]->str, "EVAL") == 0;
	size_t key = is_script ? 3 : 1;
	const char *text;

	if (words->elements <= key)
		return arena_strdup(a, words->element[0]->str);
	text = words->element[key]->str;
	return arena_printf(
		a, "%s %.*s", words->element[0]->str,
		(int)(strcspn(text, ":") + (strchr(text, ':') != 0)), text);
}

/*
 * Parses the pipeline's commands and returns their number.  The `wanted`-th
 * one, counted from 1, is described in `name`.  Refusals are rare, so the
 * commands are not indexed.
 */
static size_t access_denied_read(const struct command *c, struct arena *a,
				 size_t wanted, const char **name)
{
	redisReader *reader = redisReaderCreate();
	void *reply = NULL;
	size_t n = 0;

	redisReaderFeed(reader, c->text, c->sent);
	while (redisReaderGetReply(reader, &reply) == REDIS_OK && reply) {
		if (++n == wanted)
			*name = access_denied_name(a, reply);
		freeReplyObject(reply);
	}
	redisReaderFree(reader);
	return n;
}

/*
 * If all pipelines of a program share one command buffer, another pipeline may
 * have overwritten it by now.  Then the command is not named.
 */
void access_denied_report_next(struct rt_pipe *p, const redisReply *reply)
{
	const struct command *c = &p->rt->command;
	const char *name = "a command";
	size_t left = p->queued - p->replied, n;

	if (clock_ms() < *p->rt->quiet_until)
		return;
	n = access_denied_read(c, p->a, 0, &name);
	if (n >= left && p->rt->links)
		access_denied_read(c, p->a, n - left + 1, &name);
	access_denied_report(p->rt->quiet_until,
			     p->rt->is_bus ? p->rt->servers->bus
					   : p->rt->servers->redis,
			     name, reply);
}
