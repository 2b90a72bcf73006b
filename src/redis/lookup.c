#include "redis/lookup.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

#define HOST_MAX 256

/*
 * What is as new as this is not looked up again: a program that begins connects
 * a few times, and must not have a thread while it starts its processes.
 */
#define FRESH_MS 1000

struct lookup {
	struct lookup *next;
	char host[HOST_MAX];
	char ip[LOOKUP_IP_MAX]; /* "": not found yet */
	bool is_going;          /* a thread looks it up */
	int64_t looked_at;      /* by clock_ms() */
};

static struct lookups {
	pthread_mutex_t mutex; /* of what threads change: all but names */
	struct lookup *first;
} lookups = { .mutex = PTHREAD_MUTEX_INITIALIZER };

static int lookup_family(const char *host, int family, char ip[LOOKUP_IP_MAX])
{
	struct addrinfo hints = { .ai_family = family,
				  .ai_socktype = SOCK_STREAM };
	struct addrinfo *found;
	int err = getaddrinfo(host, NULL, &hints, &found);

	if (err)
		return err;
	err = getnameinfo(found->ai_addr, found->ai_addrlen, ip, LOOKUP_IP_MAX,
			  NULL, 0, NI_NUMERICHOST);
	freeaddrinfo(found);
	return err;
}

/* hiredis prefers IPv4, too. */
static void lookup_resolve(const char *host, char ip[LOOKUP_IP_MAX])
{
	int err = lookup_family(host, AF_INET, ip);

	if (err)
		err = lookup_family(host, AF_INET6, ip);
	if (!err)
		return;
	*ip = '\0';
	fprintf(stderr, "retwis: Redis: %s: %s\n", host, gai_strerror(err));
}

static void *lookup_in_thread(void *arg)
{
	struct lookup *l = arg;
	char ip[LOOKUP_IP_MAX];

	lookup_resolve(l->host, ip);
	pthread_mutex_lock(&lookups.mutex);
	if (*ip)
		memcpy(l->ip, ip, sizeof ip);
	l->is_going = false;
	l->looked_at = clock_ms();
	pthread_mutex_unlock(&lookups.mutex);
	return NULL;
}

static struct lookup *lookup_find(const char *host)
{
	struct lookup *l = lookups.first;

	while (l && strcmp(l->host, host) != 0)
		l = l->next;
	return l;
}

static struct lookup *lookup_add(const char *host)
{
	struct lookup *l = calloc(1, sizeof *l);

	if (!l)
		abort();
	snprintf(l->host, sizeof l->host, "%s", host);
	lookup_resolve(l->host, l->ip);
	l->looked_at = clock_ms();
	l->next = lookups.first;
	lookups.first = l;
	return l;
}

/* Without a thread, the name stands for what it did. */
static void lookup_again(struct lookup *l)
{
	pthread_t thread;

	if (l->is_going || clock_ms() < l->looked_at + FRESH_MS)
		return;
	if (pthread_create(&thread, NULL, lookup_in_thread, l) != 0)
		return;
	l->is_going = true;
	pthread_detach(thread);
}

static bool lookup_is_digits(const char *host)
{
	unsigned char ip[sizeof(struct in6_addr)];

	return inet_pton(AF_INET, host, ip) == 1 ||
	       inet_pton(AF_INET6, host, ip) == 1;
}

bool lookup_host(const char *host, char ip[LOOKUP_IP_MAX])
{
	struct lookup *l;

	if (lookup_is_digits(host)) {
		snprintf(ip, LOOKUP_IP_MAX, "%s", host);
		return true;
	}
	pthread_mutex_lock(&lookups.mutex);
	l = lookup_find(host);
	if (l)
		lookup_again(l);
	else
		l = lookup_add(host);
	memcpy(ip, l->ip, sizeof l->ip);
	pthread_mutex_unlock(&lookups.mutex);
	return *ip;
}
