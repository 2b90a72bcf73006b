#include "redis/connect.h"

#include <stdio.h>

#include "base/clock.h"
#include "redis/address.h"
#include "redis/lookup.h"
#include "redis/find_master.h"

/* At a socket a user may need no password. */
static bool dial_signs_in(const struct address *a)
{
	return *a->user || *a->password;
}

static void dial_append_login(redisContext *link, const struct address *a)
{
	if (*a->user)
		redisAppendCommand(link, "AUTH %s %s", a->user, a->password);
	else if (*a->password)
		redisAppendCommand(link, "AUTH %s", a->password);
}

/* Whether it lets us in, or need not. */
static bool dial_log_in(redisContext *link, const struct address *a,
			bool may_refuse)
{
	redisReply *reply = NULL;
	bool ok = may_refuse;

	dial_append_login(link, a);
	if (!dial_signs_in(a))
		return true;
	if (redisGetReply(link, (void **)&reply) != REDIS_OK)
		return false;
	if (reply->type != REDIS_REPLY_ERROR)
		ok = true;
	else if (!may_refuse)
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

bool dial_end_answers(const struct address_end *e, unsigned timeout_ms)
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

static redisContext *dial_failed(redisContext *link)
{
	if (link && link->err)
		fprintf(stderr, "retwis: Redis: %s\n", link->errstr);
	if (link)
		redisFree(link);
	return NULL;
}

/* The time-out of connecting is for connecting alone: it is set again. */
static bool dial_wait(redisContext *link, unsigned timeout_ms)
{
	return link && !link->err &&
	       redisSetTimeout(link, dial_limit(timeout_ms)) == REDIS_OK;
}

static redisContext *dial_end(const struct address *a,
			      const struct address_end *e, unsigned timeout_ms,
			      bool may_refuse)
{
	redisContext *link = dial_open(e, dial_limit(timeout_ms));

	return dial_wait(link, timeout_ms) && dial_log_in(link, a, may_refuse)
		       ? link
		       : dial_failed(link);
}

redisContext *dial_bare(const struct address *a, const struct address_end *e,
			unsigned timeout_ms)
{
	return dial_end(a, e, timeout_ms, true);
}

/* Asks at this place; true: it is the one. */
static bool dial_ask(struct find_master *s, redisContext *link)
{
	void *reply = NULL;
	bool is_it;

	if (!dial_log_in(link, s->a, find_master_may_refuse(s)))
		return false;
	find_master_ask(s, link);
	if (redisGetReply(link, &reply) != REDIS_OK)
		return false;
	is_it = find_master_receive(s, reply);
	freeReplyObject(reply);
	return is_it;
}

static redisContext *dial_seek(const struct address *a, unsigned timeout_ms)
{
	int64_t until = clock_ms() + timeout_ms;
	struct find_master s;

	find_master_begin(&s, a);
	while (clock_ms() < until && find_master_next(&s)) {
		unsigned share = find_master_share_ms(&s, timeout_ms);
		redisContext *link = dial_open(&s.at, dial_limit(share));

		if (dial_wait(link, share) && dial_ask(&s, link) &&
		    dial_wait(link, timeout_ms))
			return link;
		dial_failed(link);
	}
	find_master_complain(&s);
	return NULL;
}

redisContext *dial(const char *text, unsigned timeout_ms)
{
	struct address a;

	if (address_parse(&a, text))
		return NULL;
	return find_master_is_short(&a)
		       ? dial_end(&a, &a.end[0], timeout_ms, false)
		       : dial_seek(&a, timeout_ms);
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
	*signs_in = link && dial_signs_in(a);
	if (link)
		dial_append_login(link, a);
	return link;
}
