#include "rights.h"

#include <stdio.h>

#include "redis/address.h"

/* ---- before and after -------------------------------------------------- */

/* A command with keys in two slots, which only a cluster refuses. */
static bool has_crossed(redisContext *link)
{
	redisReply *reply = redisCommand(link, "INFO errorstats");
	bool crossed = reply && reply->type == REDIS_REPLY_STRING &&
		       strstr(reply->str, "errorstat_CROSSSLOT");

	if (crossed)
		fputs("a command had keys of two slots: CROSSSLOT\n", stderr);
	freeReplyObject(reply);
	return crossed;
}

/* An entry of the log is a list of names and values. */
static const char *value_of(const redisReply *entry, const char *name)
{
	for (size_t i = 0; i + 1 < entry->elements; i += 2)
		if (strcmp(entry->element[i]->str, name) == 0)
			return entry->element[i + 1]->str;
	return "?";
}

static bool tell_denied(const redisReply *entry)
{
	const char *reason = value_of(entry, "reason");

	if (strcmp(reason, "auth") == 0)
		return false;
	fprintf(stderr, "Redis denied %s the %s %s\n",
		value_of(entry, "username"), reason,
		value_of(entry, "object"));
	return true;
}

static bool has_denied(redisContext *link)
{
	redisReply *log = redisCommand(link, "ACL LOG 100");
	bool denied = false;

	for (size_t i = 0; log && i < log->elements; i++)
		denied |= tell_denied(log->element[i]);
	freeReplyObject(log);
	return denied;
}

bool rights_were_missing(redisContext *link)
{
	bool crossed = has_crossed(link), denied = has_denied(link);

	return crossed || denied;
}

/* ---- by the test ------------------------------------------------------- */

const char *rights_user(void)
{
	struct address at;

	assert_null(address_parse(&at, conf.servers.bus));
	return arena_strdup(&mem, at.user);
}

void rights_take(const char *command)
{
	assert_redis("", "ACL LOG");
	assert_redis("OK", "ACL SETUSER %s -%s", rights_user(), command);
}

void rights_give_back(const char *command)
{
	assert_redis("OK", "ACL SETUSER %s +%s", rights_user(), command);
	assert_redis("OK", "ACL LOG RESET");
}
