#include "libretwis/redis/dial.h"

#include <stdio.h>

#include "libretwis/redis/address.h"
#include "libretwis/redis/lookup.h"

static bool dial_log_in(redisContext *link, const struct address *a)
{
	redisReply *reply;
	bool ok;

	if (!*a->user && !*a->password)
		return true;
	reply = *a->user ? redisCommand(link, "AUTH %s %s", a->user,
					a->password)
			 : redisCommand(link, "AUTH %s", a->password);
	ok = reply && reply->type != REDIS_REPLY_ERROR;
	if (reply && !ok)
		fprintf(stderr, "retwis: Redis: %s\n", reply->str);
	freeReplyObject(reply);
	return ok;
}

static struct timeval dial_limit(unsigned timeout_ms)
{
	return (struct timeval){ .tv_sec = timeout_ms / 1000,
				 .tv_usec = timeout_ms % 1000 * 1000 };
}

static redisContext *dial_open(const struct address_end *e,
			       struct timeval limit)
{
	return e->path ? redisConnectUnixWithTimeout(e->path, limit)
		       : redisConnectWithTimeout(e->host, e->port, limit);
}

static bool dial_end_answers(const struct address_end *e, unsigned timeout_ms)
{
	redisContext *link = dial_open(e, dial_limit(timeout_ms));
	bool answers = link && !link->err;

	if (link)
		redisFree(link);
	return answers;
}

bool dial_answers(const char *text, unsigned timeout_ms)
{
	struct address a;
	bool answers = false;

	if (address_parse(&a, text))
		return false;
	for (size_t i = 0; i < a.n && !answers; i++)
		answers = dial_end_answers(&a.end[i], timeout_ms);
	return answers;
}

/* The time-out of connecting is for connecting alone: it is set again. */
static redisContext *dial_within(const struct address *a,
				 const struct address_end *e,
				 unsigned connect_ms, unsigned timeout_ms)
{
	redisContext *link = dial_open(e, dial_limit(connect_ms));

	if (link && !link->err &&
	    redisSetTimeout(link, dial_limit(timeout_ms)) == REDIS_OK &&
	    dial_log_in(link, a))
		return link;
	if (link && link->err)
		fprintf(stderr, "retwis: Redis: %s\n", link->errstr);
	if (link)
		redisFree(link);
	return NULL;
}

redisContext *dial_end(const struct address *a, const struct address_end *e,
		       unsigned timeout_ms)
{
	return dial_within(a, e, timeout_ms, timeout_ms);
}

redisContext *dial(const char *text, unsigned timeout_ms)
{
	struct address a;
	redisContext *link = NULL;

	if (address_parse(&a, text))
		return NULL;
	for (size_t i = 0; i < a.n && !link; i++)
		link = dial_within(&a, &a.end[i], timeout_ms / a.n + 1,
				   timeout_ms);
	return link;
}

static redisContext *dial_begin_tcp(const struct address_end *e)
{
	char ip[LOOKUP_IP_MAX];

	return lookup_host(e->host, ip) ? redisConnectNonBlock(ip, e->port)
					: NULL;
}

redisContext *dial_begin(const struct address *a, const struct address_end *e,
			 bool *signs_in)
{
	redisContext *link = e->path ? redisConnectUnixNonBlock(e->path)
				     : dial_begin_tcp(e);

	if (link && link->err) {
		fprintf(stderr, "retwis: Redis: %s\n", link->errstr);
		redisFree(link);
		return NULL;
	}
	*signs_in = link && (*a->user || *a->password);
	if (*signs_in && *a->user)
		redisAppendCommand(link, "AUTH %s %s", a->user, a->password);
	else if (*signs_in)
		redisAppendCommand(link, "AUTH %s", a->password);
	return link;
}
