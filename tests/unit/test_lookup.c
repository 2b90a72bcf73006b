/* Looking up host names, with a name server that this program plays itself. */
#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <semaphore.h>
#include <time.h>

#include "redis/connect.h"
#include "unit.h"

#define TRIES 5000 /* in milliseconds */

static const char *v4, *v6; /* the answer; NULL: none */
static bool is_away;        /* wait for sem_post(&back) before answering */
static sem_t asked, back, refused;

/* These two replace those of libc. */
void freeaddrinfo(struct addrinfo *found)
{
	free(found);
}

int getaddrinfo(const char *host, const char *service,
		const struct addrinfo *hints, struct addrinfo **found)
{
	bool is_v6 = hints->ai_family == AF_INET6;
	const char *text = is_v6 ? v6 : v4;
	struct {
		struct addrinfo info;
		struct sockaddr_in6 v6;
		struct sockaddr_in v4;
	} * new;

	(void)service;
	/* Threads of other tests may still be running. */
	if (strcmp(host, "redis") == 0) {
		sem_post(&asked);
		if (is_away)
			sem_wait(&back);
	}
	if (!text && is_v6)
		sem_post(&refused);
	if (!text)
		return EAI_NONAME;
	new = calloc(1, sizeof *new);
	if (!new)
		abort();
	new->v6.sin6_family = AF_INET6;
	new->v4.sin_family = AF_INET;
	inet_pton(hints->ai_family, text,
		  is_v6 ? (void *)&new->v6.sin6_addr
			: (void *)&new->v4.sin_addr);
	new->info.ai_addr = is_v6 ? (struct sockaddr *)&new->v6
				  : (struct sockaddr *)&new->v4;
	new->info.ai_addrlen = is_v6 ? sizeof new->v6 : sizeof new->v4;
	*found = &new->info;
	return 0;
}

static void forget_all(sem_t *counted)
{
	while (sem_trywait(counted) == 0)
		continue;
}

static bool stands_for(const char *host, const char *expected)
{
	static const struct timespec a_moment = { .tv_nsec = 1000000 };
	char ip[CONNECT_IP_MAX];

	for (int i = 0; i < TRIES; i++) {
		if (connect_lookup(host, ip) && strcmp(ip, expected) == 0)
			return true;
		nanosleep(&a_moment, NULL);
	}
	return false;
}

TEST(digits_need_nobody)
{
	char ip[CONNECT_IP_MAX];

	assert_true(connect_lookup("192.0.2.7", ip));
	assert_string_equal(ip, "192.0.2.7");
	assert_true(connect_lookup("2001:db8::7", ip));
	assert_string_equal(ip, "2001:db8::7");
}

TEST(a_host_without_ipv4)
{
	char ip[CONNECT_IP_MAX];

	v4 = NULL;
	v6 = "2001:db8::1";
	assert_true(connect_lookup("six", ip));
	assert_string_equal(ip, "2001:db8::1");
}

TEST(an_unknown_host_is_known_later)
{
	char ip[CONNECT_IP_MAX];

	v4 = v6 = NULL;
	assert_false(connect_lookup("late", ip));
	assert_string_equal(ip, "");
	v4 = "192.0.2.1";
	assert_true(stands_for("late", "192.0.2.1"));
}

/* If it did, this test would not end. */
TEST(a_name_server_that_is_away_holds_nobody_up)
{
	char ip[CONNECT_IP_MAX];

	v4 = "192.0.2.1";
	assert_true(connect_lookup("redis", ip));
	forget_all(&asked);
	/* A result this new is not looked up again. */
	assert_true(connect_lookup("redis", ip));
	nanosleep(&(struct timespec){ .tv_nsec = 50000000 }, NULL);
	assert_int_equal(sem_trywait(&asked), -1);
	nanosleep(&(struct timespec){ .tv_sec = 1 }, NULL);
	is_away = true;
	v4 = "192.0.2.2";
	assert_true(connect_lookup("redis", ip));
	assert_int_equal(sem_wait(&asked), 0);
	for (int i = 0; i < 3; i++) {
		assert_true(connect_lookup("redis", ip));
		assert_string_equal(ip, "192.0.2.1");
	}
	/* One thread looks it up, and not one for each call. */
	assert_int_equal(sem_trywait(&asked), -1);
	is_away = false;
	sem_post(&back);
	assert_true(stands_for("redis", "192.0.2.2"));
}

/* The second look-up begins when the first one has made its changes. */
TEST(a_host_that_is_forgotten_is_where_it_was)
{
	char ip[CONNECT_IP_MAX];

	v4 = "192.0.2.3";
	assert_true(connect_lookup("old", ip));
	forget_all(&refused);
	v4 = v6 = NULL;
	for (int i = 0; i < 2; i++)
		while (sem_trywait(&refused) != 0) {
			assert_true(connect_lookup("old", ip));
			assert_string_equal(ip, "192.0.2.3");
		}
	assert_true(stands_for("old", "192.0.2.3"));
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		PLAIN(digits_need_nobody),
		PLAIN(a_host_without_ipv4),
		PLAIN(an_unknown_host_is_known_later),
		PLAIN(a_name_server_that_is_away_holds_nobody_up),
		PLAIN(a_host_that_is_forgotten_is_where_it_was),
	};

	sem_init(&asked, 0, 0);
	sem_init(&back, 0, 0);
	sem_init(&refused, 0, 0);
	return RUN_PLAIN(tests);
}
