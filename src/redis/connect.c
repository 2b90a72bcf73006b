#include "redis/connect.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "base/clock.h"
#include "base/fiber.h"
#include "redis/address.h"
#include "redis/outage.h"

/* ---- host names ---------------------------------------------------------- */

#define HOST_MAX 256

/*
 * A lookup is not repeated within this time.  A program that starts up connects
 * a few times, and must not run a thread while it forks its processes.
 */
#define FRESH_MS 1000

struct resolved_host {
	struct resolved_host *next;
	char host[HOST_MAX];
	char ip[CONNECT_IP_MAX]; /* "" while none is known */
	bool is_resolving;       /* in a thread */
	int64_t resolved_at;     /* of clock_ms() */
	int64_t quiet_until;     /* see outage.h; only for who resolves it */
};

static struct hosts {
	pthread_mutex_t mutex; /* for all but `host`, which never changes */
	struct resolved_host *first;
} hosts = { .mutex = PTHREAD_MUTEX_INITIALIZER };

static int connect_resolve_family(const char *host, int family,
				  char ip[CONNECT_IP_MAX])
{
	struct addrinfo hints = { .ai_family = family,
				  .ai_socktype = SOCK_STREAM };
	struct addrinfo *found;
	int err = getaddrinfo(host, NULL, &hints, &found);

	if (err)
		return err;
	err = getnameinfo(found->ai_addr, found->ai_addrlen, ip,
			  CONNECT_IP_MAX, NULL, 0, NI_NUMERICHOST);
	freeaddrinfo(found);
	return err;
}

/* Prefers IPv4, as hiredis does. */
static void connect_resolve(struct resolved_host *h, char ip[CONNECT_IP_MAX])
{
	int err = connect_resolve_family(h->host, AF_INET, ip);

	if (err)
		err = connect_resolve_family(h->host, AF_INET6, ip);
	if (!err)
		return;
	*ip = '\0';
	if (outage_may_log(&h->quiet_until))
		fprintf(stderr,
			"retwis: Redis: %s: %s (logged once a minute)\n",
			h->host, gai_strerror(err));
}

static void *connect_resolve_in_thread(void *arg)
{
	struct resolved_host *h = arg;
	char ip[CONNECT_IP_MAX];

	connect_resolve(h, ip);
	pthread_mutex_lock(&hosts.mutex);
	if (*ip)
		memcpy(h->ip, ip, sizeof ip);
	h->is_resolving = false;
	h->resolved_at = clock_ms();
	pthread_mutex_unlock(&hosts.mutex);
	return NULL;
}

static struct resolved_host *connect_find_host(const char *host)
{
	struct resolved_host *h = hosts.first;

	while (h && strcmp(h->host, host) != 0)
		h = h->next;
	return h;
}

static struct resolved_host *connect_add_host(const char *host)
{
	struct resolved_host *h = calloc(1, sizeof *h);

	if (!h)
		abort();
	snprintf(h->host, sizeof h->host, "%s", host);
	connect_resolve(h, h->ip);
	h->resolved_at = clock_ms();
	h->next = hosts.first;
	hosts.first = h;
	return h;
}

/* If no thread can be started, the old address remains in use. */
static void connect_refresh_host(struct resolved_host *h)
{
	pthread_t thread;

	if (h->is_resolving || clock_ms() < h->resolved_at + FRESH_MS)
		return;
	if (pthread_create(&thread, NULL, connect_resolve_in_thread, h) != 0)
		return;
	h->is_resolving = true;
	pthread_detach(thread);
}

static bool connect_is_ip(const char *host)
{
	unsigned char ip[sizeof(struct in6_addr)];

	return inet_pton(AF_INET, host, ip) == 1 ||
	       inet_pton(AF_INET6, host, ip) == 1;
}

bool connect_lookup(const char *host, char ip[CONNECT_IP_MAX])
{
	struct resolved_host *h;

	if (connect_is_ip(host)) {
		snprintf(ip, CONNECT_IP_MAX, "%s", host);
		return true;
	}
	pthread_mutex_lock(&hosts.mutex);
	h = connect_find_host(host);
	if (h)
		connect_refresh_host(h);
	else
		h = connect_add_host(host);
	memcpy(ip, h->ip, sizeof h->ip);
	pthread_mutex_unlock(&hosts.mutex);
	return *ip;
}

static redisContext *connect_tcp(const struct address_end *e)
{
	char ip[CONNECT_IP_MAX];

	return connect_lookup(e->host, ip) ? redisConnectNonBlock(ip, e->port)
					   : NULL;
}

redisContext *connect_begin(const struct address_end *e)
{
	return e->path ? redisConnectUnixNonBlock(e->path) : connect_tcp(e);
}

int connect_error(const redisContext *context)
{
	int error = 0;
	socklen_t len = sizeof error;

	if (getsockopt(context->fd, SOL_SOCKET, SO_ERROR, &error, &len) != 0)
		return errno;
	return error;
}

bool connect_end_answers(const struct address_end *e, unsigned timeout_ms)
{
	redisContext *context = connect_begin(e);
	bool answers = context && !context->err &&
		       fiber_wait_writable(context->fd, (int)timeout_ms) &&
		       !connect_error(context);

	if (context)
		redisFree(context);
	return answers;
}

bool connect_answers(const char *text, unsigned timeout_ms)
{
	struct address a;
	bool answers = false;

	if (address_parse(&a, text))
		return false;
	for (size_t i = 0; i < a.n && !answers; i++)
		answers = connect_end_answers(&a.end[i], timeout_ms);
	return answers;
}
