#include "redis/connect.h"

#include <errno.h>
#include <sys/socket.h>

#include "base/fiber.h"
#include "redis/address.h"
#include "redis/lookup.h"

static redisContext *dial_tcp(const struct address_end *e)
{
	char ip[LOOKUP_IP_MAX];

	return lookup_host(e->host, ip) ? redisConnectNonBlock(ip, e->port)
					: NULL;
}

redisContext *dial(const struct address_end *e)
{
	return e->path ? redisConnectUnixNonBlock(e->path) : dial_tcp(e);
}

int dial_error(const redisContext *link)
{
	int error = 0;
	socklen_t len = sizeof error;

	if (getsockopt(link->fd, SOL_SOCKET, SO_ERROR, &error, &len) != 0)
		return errno;
	return error;
}

bool dial_end_answers(const struct address_end *e, unsigned timeout_ms)
{
	redisContext *link = dial(e);
	bool answers = link && !link->err &&
		       fiber_wait_writable(link->fd, (int)timeout_ms) &&
		       !dial_error(link);

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
