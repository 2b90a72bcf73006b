/* Registering: names, races, and the effects of an interruption. */
#include "base/secret.h"
#include "race.h"

#define PASSWORD "opensesame"

static enum rt_err enrol(const char *name, struct rt_user *user)
{
	return rt_register(rt, &mem, name, PASSWORD, user);
}

static void expect_signed_in(const char *name, uint64_t id)
{
	struct rt_user user = { 0 }, me = { 0 };

	assert_int_equal(RT_OK, rt_sign_in(rt, &mem, name, PASSWORD, &user));
	assert_int_equal(id, user.id);
	assert_int_equal(RT_OK, rt_session(rt, &mem, user.secret, &me));
	assert_int_equal(id, me.id);
	assert_string_equal(name, me.name);
}

TEST(a_new_member)
{
	struct rt_user user, me;

	assert_int_equal(RT_OK, enrol("alice", &user));
	assert_int_equal(1, user.id);
	assert_string_equal("alice", user.name);
	assert_redis("1", "HGET users alice");
	assert_redis("alice", "HGET user:1 username");
	assert_redis("0", "HEXISTS user:1 auth");
	assert_redis("0", "EXISTS auths");
	assert_redis("1", "HLEN sessions:1");
	assert_redis("alice", "ZRANGE users_by_time 0 -1");
	assert_redis("alice\t1", "ZRANGE members 0 -1");
	assert_redis("0", "ZSCORE members alice\t1");
	assert_memory_equal("$argon2id$", redis("HGET user:1 password"), 10);
	assert_int_equal(RT_OK, rt_session(rt, &mem, user.secret, &me));
	assert_int_equal(1, me.id);
	expect_signed_in("alice", 1);
}

TEST(the_time_of_registration)
{
	time_t before = time(NULL);
	struct rt_user user;

	assert_int_equal(RT_OK, enrol("alice", &user));
	assert_in_range(redis_number("ZSCORE users_by_time alice"), before,
			unit_second());
}

TEST(secrets_differ)
{
	struct rt_user alice, bob;

	assert_int_equal(RT_OK, enrol("alice", &alice));
	assert_int_equal(RT_OK, enrol("bob", &bob));
	assert_int_equal(2, bob.id);
	assert_memory_not_equal(alice.secret, bob.secret, 32);
	assert_true(strlen(alice.secret) >= 32);
	assert_true(secret_plausible(alice.secret));
}

/* Nobody has the secret of a session that was begun for nobody. */
TEST(a_member_whom_a_host_has_made)
{
	assert_int_equal(RT_OK, enrol("alice", NULL));
	assert_redis("0", "EXISTS sessions:1");
	assert_redis("alice", "ZRANGE users_by_time 0 -1");
	assert_redis("alice\t1", "ZRANGE members 0 -1");
	expect_signed_in("alice", 1);
}

TEST(a_taken_name)
{
	struct rt_user user, second = { .id = 77 };

	assert_int_equal(RT_OK, enrol("alice", &user));
	assert_int_equal(RT_TAKEN, enrol("alice", &second));
	assert_int_equal(77, second.id);
	/* Found before an id was taken, and before hashing. */
	assert_redis("1", "GET next_user_id");
	assert_redis("1", "HGET users alice");
	assert_redis("1", "HLEN sessions:1");
}

TEST(a_folded_older_name_is_taken)
{
	struct rt_user user = { .id = 77 };

	redis("SET next_user_id 1");
	redis("HSET users Ann 1");
	redis("HSET user:1 username Ann");
	redis("HSET names ann 1");
	assert_int_equal(RT_TAKEN, enrol("ann", &user));
	assert_int_equal(77, user.id);
	assert_redis("1", "GET next_user_id");
}

/* ---- adoption ---------------------------------------------------------- */

TEST(a_new_database_starts_adopted)
{
	struct rt_user user;

	assert_int_equal(RT_OK, enrol("alice", &user));
	assert_redis("1", "GET layout");
}

/* PHP Retwis is about to write there, too. */
TEST(a_new_one_that_is_shared_does_not)
{
	struct rt_user user;

	conf.shared = true;
	assert_int_equal(RT_OK, enrol("alice", &user));
	assert_redis(user.secret, "HGET user:1 auth");
	assert_redis("1", "HGET auths %s", user.secret);
	assert_redis("0", "EXISTS sessions:1");
	assert_null(redis("GET layout"));
	assert_int_equal(RT_OK, enrol("bob", &user));
	assert_null(redis("GET layout"));
}

TEST(a_classic_database_does_not)
{
	struct rt_user user;

	redis("SET next_user_id 1000");
	assert_int_equal(RT_OK, enrol("alice", &user));
	assert_int_equal(1001, user.id);
	assert_null(redis("GET layout"));
}

TEST(an_adopted_one_stays_so)
{
	struct rt_user user;

	redis("SET next_user_id 1000");
	redis("SET layout 1");
	assert_int_equal(RT_OK, enrol("alice", &user));
	assert_redis("1", "GET layout");
}

/* ---- interrupted ------------------------------------------------------- */

/* The commands of a registration, of which the first `n` were executed. */
static void cut_after(size_t n, const char *phc)
{
	const char *const steps[] = {
		"SET layout 1",
		"INCR next_user_id",
		arena_printf(&mem, "HSET user:1 username alice password %s",
			     phc),
		"HSETNX users alice 1",
		"HSET sessions:1 digest entry",
		"ZADD users_by_time NX 1700000000 alice",
		"ZADD members 0 alice\t1",
		"ZADD directory 0 alice\t1",
	};

	assert_true(n <= COUNT(steps));
	redis("FLUSHALL");
	redis_all(steps, n);
}

TEST(cut_off_before_the_claim_the_name_is_free)
{
	const char *phc = NULL;

	assert_int_equal(RT_OK, secret_hash(&mem, PASSWORD, &phc));
	for (size_t n = 0; n <= 3; n++) {
		struct rt_user user = { 0 };

		cut_after(n, phc);
		assert_int_equal(RT_DENIED, rt_sign_in(rt, &mem, "alice",
						       PASSWORD, &user));
		assert_int_equal(RT_NOT_FOUND,
				 rt_user_by_id(rt, &mem, 1, &user));
		assert_int_equal(RT_OK, enrol("alice", &user));
		assert_redis("1", "GET layout");
		expect_signed_in("alice", user.id);
	}
}

TEST(cut_off_after_the_claim_signing_in_finishes_it)
{
	const char *phc = NULL;

	assert_int_equal(RT_OK, secret_hash(&mem, PASSWORD, &phc));
	for (size_t n = 4; n <= 7; n++) {
		struct rt_user user = { 0 };

		cut_after(n, phc);
		assert_int_equal(RT_TAKEN, enrol("alice", &user));
		expect_signed_in("alice", 1);
		assert_redis("alice", "ZRANGE users_by_time 0 -1");
		assert_redis("alice\t1", "ZRANGE members 0 -1");
	}
	assert_redis("1700000000", "ZSCORE users_by_time alice");
}

/* ---- a race ------------------------------------------------------------ */

static int enrol_alice(int n)
{
	struct rt_user user;

	return (int)rt_register(rt, &mem, "alice",
				arena_printf(&mem, PASSWORD "%d", n), &user);
}

TEST(of_many_at_once_one_wins)
{
	int result[RACERS], winner = 0;
	struct rt_user user;

	race(enrol_alice, result);
	assert_int_equal(1, race_count(result, RT_OK));
	assert_int_equal(RACERS - 1, race_count(result, RT_TAKEN));
	while (result[winner] != RT_OK)
		winner++;
	/* The losers took ids and leave nothing else behind. */
	assert_redis("1", "HLEN users");
	assert_redis("1", "HLEN sessions:%s", redis("HGET users alice"));
	assert_redis("1", "ZCARD users_by_time");
	assert_redis("1", "ZCARD members");
	assert_redis(arena_printf(&mem, "user:%s", redis("HGET users alice")),
		     "KEYS user:*");
	assert_int_equal(RT_OK,
			 rt_sign_in(rt, &mem, "alice",
				    arena_printf(&mem, PASSWORD "%d", winner),
				    &user));
}

/* A loser that was interrupted before it deleted its hash. */
TEST(what_a_loser_leaves_is_found_by_nobody)
{
	struct rt_user user, found = { .id = 77 };
	struct rt_profile profile;

	assert_int_equal(RT_OK, enrol("alice", &user));
	redis("HSET user:9 username alice password x auth abc");
	assert_int_equal(RT_NOT_FOUND, rt_user_by_id(rt, &mem, 9, &found));
	assert_int_equal(77, found.id);
	assert_int_equal(RT_OK, rt_user_by_name(rt, &mem, "alice", &found));
	assert_int_equal(1, found.id);
	assert_int_equal(RT_DENIED,
			 rt_sign_in(rt, &mem, "alice", "x", &found));
	assert_int_equal(RT_OK, rt_session(rt, &mem, "abc", &found));
	assert_int_equal(0, found.id);
	assert_int_equal(RT_OK, rt_profile(rt, &mem, NULL, "alice",
					   RT_NO_PLACE, &profile));
	assert_int_equal(1, profile.member.id);
}

/* ---- a counter that went back ------------------------------------------ */

/*
 * A server that takes over may not have received the newest ids. Whatever has
 * one of those ids is not changed, nor are its name and its password.
 */
TEST(an_id_in_use_is_left_alone)
{
	struct rt_user user;
	const char *was;

	assert_int_equal(RT_OK, enrol("alice", &user));
	assert_int_equal(RT_OK, enrol("bob", &user));
	was = redis("HGET user:1 password");
	redis("SET next_user_id 0");
	assert_int_equal(RT_OK, enrol("carol", &user));
	assert_int_equal(17, user.id);
	assert_redis("alice", "HGET user:1 username");
	assert_redis(was, "HGET user:1 password");
	expect_signed_in("carol", 17);
	expect_signed_in("alice", 1);
	expect_signed_in("bob", 2);
}

/* A form with a taken name deletes nothing that belongs to somebody else. */
static int enrol_both(int n)
{
	struct rt_user user;

	return (int)enrol(n % 2 ? "carol" : "dora", &user);
}

TEST(losers_take_back_what_is_theirs)
{
	int result[RACERS];
	struct rt_user user;

	assert_int_equal(RT_OK, enrol("alice", &user));
	assert_int_equal(RT_OK, enrol("bob", &user));
	redis("SET next_user_id 0");
	race(enrol_both, result);
	assert_int_equal(2, race_count(result, RT_OK));
	assert_int_equal(RACERS - 2, race_count(result, RT_TAKEN));
	assert_redis("4", "HLEN users");
	assert_redis("alice", "HGET user:1 username");
	assert_redis("bob", "HGET user:2 username");
	expect_signed_in("alice", 1);
	expect_signed_in("bob", 2);
}

/* It does not search for ever, for example if the counter was deleted. */
TEST(where_every_id_is_in_use)
{
	struct rt_user user = { .id = 77 };

	for (int id = 1, step = 1; step <= 65536; step *= 16, id += step)
		redis("HSET user:%d username ghost", id);
	redis("SET next_user_id 0");
	assert_int_equal(RT_BROKEN, enrol("alice", &user));
	assert_int_equal(77, user.id);
	assert_redis("0", "HEXISTS users alice");
}

/* The member who came last is the newest, and the date is known. */
TEST(two_within_a_second)
{
	struct rt_user zed, amy;
	struct rt_profile p;

	assert_int_equal(RT_OK,
			 rt_register(rt, &mem, "zed", "a password 1", &zed));
	assert_int_equal(RT_OK,
			 rt_register(rt, &mem, "amy", "a password 2", &amy));
	assert_redis("zed amy", "ZRANGE users_by_time 0 -1");
	assert_int_equal(RT_OK,
			 rt_profile(rt, &mem, NULL, "amy", RT_NO_PLACE, &p));
	assert_in_range(p.member.since, time(NULL) - 60, unit_second());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FRESH(a_new_member),
		FRESH(the_time_of_registration),
		FRESH(secrets_differ),
		FRESH(a_member_whom_a_host_has_made),
		FRESH(a_taken_name),
		ADOPTED(a_folded_older_name_is_taken),
		FRESH(a_new_database_starts_adopted),
		FRESH(a_new_one_that_is_shared_does_not),
		FRESH(a_classic_database_does_not),
		FRESH(an_adopted_one_stays_so),
		FRESH(cut_off_before_the_claim_the_name_is_free),
		FRESH(cut_off_after_the_claim_signing_in_finishes_it),
		FRESH(of_many_at_once_one_wins),
		FRESH(what_a_loser_leaves_is_found_by_nobody),
		FRESH(an_id_in_use_is_left_alone),
		FRESH(losers_take_back_what_is_theirs),
		FRESH(where_every_id_is_in_use),
		FRESH(two_within_a_second),
	};

	return RUN_REDIS(tests);
}
