#include "libretwis/redis/address.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libretwis/base/prefix.h"
#include "libretwis/redis/lookup.h"

/* The room in Linux' sockaddr_un, with the NUL. */
#define UNIX_PATH_MAX 108

struct address {
	const char *path; /* NULL: a host and a port */
	char user[64], password[256], host[256];
	int port;
};

/* Copies [from, to) into a field of `size` bytes; false if it is too long. */
static bool address_cut(char *field, size_t size, const char *from,
			const char *to)
{
	size_t len = (size_t)(to - from);

	if (len >= size)
		return false;
	memcpy(field, from, len);
	field[len] = '\0';
	return true;
}

/* The last '@' ends the password, which may hold one itself. */
static bool address_login(struct address *a, const char **text)
{
	const char *at = strrchr(*text, '@');
	const char *colon = strchr(*text, ':');

	if (!at)
		return true;
	if (!colon || colon > at ||
	    !address_cut(a->user, sizeof a->user, *text, colon) ||
	    !address_cut(a->password, sizeof a->password, colon + 1, at))
		return false;
	*text = at + 1;
	return true;
}

/* The brackets around an address of IPv6 are no part of it. */
static bool address_host(struct address *a, const char *text,
			 const char *colon)
{
	if (*text == '[')
		return colon - text > 2 && *--colon == ']' &&
		       address_cut(a->host, sizeof a->host, text + 1, colon) &&
		       strspn(a->host, "0123456789abcdefABCDEF:.") ==
			       strlen(a->host);
	return colon > text &&
	       address_cut(a->host, sizeof a->host, text, colon);
}

static bool address_tcp(struct address *a, const char *text)
{
	const char *colon;
	size_t digits;

	if (!address_login(a, &text))
		return false;
	colon = strrchr(text, ':');
	if (!colon || !address_host(a, text, colon))
		return false;
	digits = strspn(colon + 1, "0123456789");
	if (digits == 0 || digits > 5 || colon[1 + digits])
		return false;
	a->port = (int)strtol(colon + 1, NULL, 10);
	return a->port > 0 && a->port < 65536;
}

/* The path is a part of `text`. */
static bool address_parse(struct address *a, const char *text)
{
	const char *tcp = text_after(text, "tcp://");

	*a = (struct address){ .path = text_after(text, "unix:") };
	if (a->path)
		return *a->path && strlen(a->path) < UNIX_PATH_MAX;
	return tcp && address_tcp(a, tcp);
}

bool rt_address_ok(const char *text)
{
	struct address a;

	return address_parse(&a, text);
}

static bool address_log_in(redisContext *link, const struct address *a)
{
	redisReply *reply;
	bool ok;

	if (!*a->password)
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

static struct timeval address_limit(unsigned timeout_ms)
{
	return (struct timeval){ .tv_sec = timeout_ms / 1000,
				 .tv_usec = timeout_ms % 1000 * 1000 };
}

static redisContext *address_dial(const struct address *a,
				  struct timeval limit)
{
	return a->path ? redisConnectUnixWithTimeout(a->path, limit)
		       : redisConnectWithTimeout(a->host, a->port, limit);
}

bool rt_address_answers(const char *text, unsigned timeout_ms)
{
	struct address a;
	redisContext *link = NULL;
	bool answers;

	if (address_parse(&a, text))
		link = address_dial(&a, address_limit(timeout_ms));
	answers = link && !link->err;
	if (link)
		redisFree(link);
	return answers;
}

redisContext *rt_address_connect(const char *text, unsigned timeout_ms)
{
	struct timeval limit = address_limit(timeout_ms);
	struct address a;
	redisContext *link;

	if (!address_parse(&a, text))
		return NULL;
	link = address_dial(&a, limit);
	/* The time-out of connecting is for connecting alone: set it again. */
	if (link && !link->err && redisSetTimeout(link, limit) == REDIS_OK &&
	    address_log_in(link, &a))
		return link;
	if (link && link->err)
		fprintf(stderr, "retwis: Redis: %s\n", link->errstr);
	if (link)
		redisFree(link);
	return NULL;
}

static redisContext *address_begin_tcp(const struct address *a)
{
	char ip[LOOKUP_IP_MAX];

	return lookup_host(a->host, ip) ? redisConnectNonBlock(ip, a->port)
					: NULL;
}

redisContext *rt_address_begin(const char *text, bool *signs_in)
{
	struct address a;
	redisContext *link;

	if (!address_parse(&a, text))
		return NULL;
	link = a.path ? redisConnectUnixNonBlock(a.path)
		      : address_begin_tcp(&a);
	if (link && link->err) {
		fprintf(stderr, "retwis: Redis: %s\n", link->errstr);
		redisFree(link);
		return NULL;
	}
	*signs_in = link && *a.password;
	if (*signs_in && *a.user)
		redisAppendCommand(link, "AUTH %s %s", a.user, a.password);
	else if (*signs_in)
		redisAppendCommand(link, "AUTH %s", a.password);
	return link;
}
