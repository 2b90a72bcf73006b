/*
 * What the unit tests share: cmocka, a private database, and one arena.
 *
 * Each program has a private redis-server on a unix socket in a temporary
 * folder, or the database that RETWIS_TEST_REDIS names instead. All of it is
 * gone when the program has ended, however it ended.
 */
#ifndef UNIT_H
#define UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "libretwis/retwis.h"
#include "libretwis/site/context.h"
#include "redis/pipe.h"
#include "schema/key.h"

#define TEST(name)   static void name(__attribute__((unused)) void **state)
#define COUNT(table) (sizeof(table) / sizeof *(table))

/* Reports which row of a table has failed. */
#define CHECK(row, condition)                                                 \
	do {                                                                  \
		if (!(condition))                                             \
			fail_msg("%s: %s", row, #condition);                  \
	} while (0)

/* For tests without Redis. */
#define PLAIN(test) cmocka_unit_test_teardown(test, unit_forget)
/* An empty database, and one after its first registration. */
#define FRESH(test)                                                           \
	cmocka_unit_test_setup_teardown(test, unit_fresh, unit_forget)
#define ADOPTED(test)                                                         \
	cmocka_unit_test_setup_teardown(test, unit_adopted, unit_forget)

/*
 * All of them run in one fiber, like a program that does one thing at a time.
 */
#define RUN_GROUP(tests, setup, teardown)                                     \
	unit_run(tests, COUNT(tests), setup, teardown)
int unit_run(const struct CMUnitTest *tests, size_t n, CMFixtureFunction setup,
	     CMFixtureFunction teardown);

#define RUN_PLAIN(tests) RUN_GROUP(tests, NULL, NULL)
/*
 * The library signs in as the user retwis of conf/redis.acl, as retwis-admin,
 * or as the default user. The last one is for tests of the connection, which
 * use commands and keys of their own. If Redis denies anything to the first
 * two, the program fails; see rights.h.
 */
#define RUN_REDIS(tests) RUN_GROUP(tests, unit_start, unit_stop)
#define RUN_ADMIN(tests) RUN_GROUP(tests, unit_start_admin, unit_stop)
#define RUN_ANY(tests)   RUN_GROUP(tests, unit_start_any, unit_stop)

/* The memory of the current test, and the connection that is tested. */
extern struct arena mem;
extern struct rt_config conf;
#define UNIT_KEY                                                              \
	"5555555555555555555555555555555555555555555555555555555555555555"
extern struct rt *rt;

/* Who acts in the log, where that does not matter. */
extern const struct rt_acting nobody;

/*
 * Skips the calling test if RETWIS_TEST_REDIS is one of these words, and says
 * why.
 */
void unit_skip(const char *where, const char *why);
#define SEVERAL "cluster nutcracker"

int unit_start(void **state);
int unit_start_admin(void **state);
int unit_start_any(void **state);
int unit_stop(void **state);
void unit_configure(const char *redis_at); /* `conf`, for data and bus there */
int unit_fresh(void **state);
int unit_adopted(void **state);

/*
 * Like unit_fresh(), with a Redis that has just started. Several servers
 * continue to run, but nobody is connected to them.
 */
int unit_restarted(void **state);
int unit_forget(void **state);

/*
 * From now on clock_ms() returns a time that is later by this much: nobody has
 * to wait until what a process remembers has expired. Each fresh database
 * comes a minute after the one before, since its members have the same ids.
 */
void unit_pass(int64_t ms);

/* A connection as retwis-admin, until the test ends. */
struct rt *unit_admin(void);

/* Call this after changing `conf`. */
void unit_reopen(void);

/* Runs it in a separate process and loop, which ends with its result. */
pid_t unit_fork(int (*run)(void *arg), void *arg);

/*
 * Runs a command without the library. Returns the reply as text, an array's
 * elements separated by spaces, an error with its name first; NULL for a nil.
 */
__attribute__((format(printf, 1, 2))) const char *redis(const char *format,
							...);

/* The reply as a number; 0 for a nil. */
#define redis_number(...) rt_u64(redis(__VA_ARGS__))

/* The current second; time() may be some milliseconds behind other clocks. */
time_t unit_second(void);

/* The same for a command from a table, without arguments to fill in. */
const char *redis_line(const char *command);

/* One command in each line, exactly as it is. */
void redis_all(const char *const *commands, size_t n);

/* Fails unless the reply is this text. */
#define assert_redis(expected, ...)                                           \
	assert_string_equal(expected, redis(__VA_ARGS__))

/* A member without a password, as after registering. */
struct rt_user unit_member(const char *name);

/* A host gives the member another standing. */
enum rt_err unit_standing(uint64_t id, enum rt_standing to);

/* Alice, with the followers 2 and 3; each of them has a home timeline. */
struct rt_user unit_followed(void);

/* A home timeline without a post, as after its owner's first visit. */
void unit_timeline(uint64_t member);

/*
 * Its contents, without the mark of an empty one; NULL if it does not exist.
 */
const char *unit_entries(uint64_t member);

/* Makes the database an unadopted one. */
void unit_unadopt(void);

/*
 * Does what a worker does until there is nothing left to do: returns how many
 * chunks.
 */
size_t unit_deliver(void);

/* As if the time of each note in this delayed queue had come. */
void unit_make_due(const char *queue);

/* The member leaves, and a worker removes the account. */
void unit_leave(const struct rt_user *who);

/* A post by that member, delivered. */
uint64_t unit_post(const struct rt_user *author, const char *body);
uint64_t unit_reply(const struct rt_user *author, const char *body,
		    uint64_t to);

/* The ids of posts as text, to compare with. */
const char *unit_ids(const struct rt_posts *posts);

/*
 * How many commands Redis has executed, on all servers together, without the
 * INFO that asks for it.
 */
uint64_t unit_commands(void);

/* How many with this name, such as "lrange", since CONFIG RESETSTAT. */
uint64_t unit_calls(const char *command);

/*
 * From now on the settings have a second address for the bus, which leads to
 * the same Redis. With several servers the bus is separate anyway, and nothing
 * changes.
 */
void unit_part_bus(void);

/* Milliseconds of a clock that never goes back. */
int64_t unit_now(void);

/* ---- the private database (server.c) ----------------------------------- */

void server_start(void);
void server_stop(void);

/* RETWIS_TEST_REDIS is "cluster" or "nutcracker". */
bool server_is_many(void);

/*
 * The values for RETWIS_REDIS and RETWIS_BUS for this user, "" for the
 * default.
 */
void server_places(const char *user, char *data, char *bus, size_t size);

/* All data is lost. */
void server_restart(void);
void server_kill(void);
void server_signal(int signal);

/*
 * The socket at which the tests themselves connect. If RETWIS_TEST_REDIS names
 * another kind of database than one Redis, a front is there that accepts any
 * command.
 */
const char *server_front(void);

/* A path in the temporary folder, which is removed with its contents. */
const char *server_path(const char *name);

#endif
