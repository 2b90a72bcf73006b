/* Two-step sign-in: secrets, codes, spare codes and challenges. */
#include "base/secret.h"
#include "base/totp.h"
#include "libretwis/member/code.h"
#include "race.h"

#define PASSWORD "opensesame"
#define OTHER_KEY                                                             \
	"6666666666666666666666666666666666666666666666666666666666666666"

/* The member alice (1), whose secret is known, with these spare codes. */
static const unsigned char secret[] = "12345678901234567890";
static struct rt_spare_codes spare;

static const char *code_of(int later)
{
	char code[TOTP_DIGITS + 1];

	assert_true(
		totp_code(secret, time(NULL) + later * TOTP_SECONDS, code));
	return arena_strdup(&mem, code);
}

static void wait_for_code(uint64_t id, int seconds)
{
	redis("HSET user:" ID " totp_new %s", id,
	      arena_printf(&mem, ID " %s", (uint64_t)time(NULL) + seconds,
			   code_seal(rt, &mem, id, secret)));
}

/* As if the codes of all steps so far had never been used. */
static void pass(void)
{
	redis("HSET user:1 totp_last 0");
}

static int switched_on(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	unit_member("alice");
	redis("HSET user:1 password " PASSWORD);
	wait_for_code(1, 60);
	assert_int_equal(RT_OK,
			 rt_two_step_on(rt, &mem, 1, code_of(0), &spare));
	return 0;
}

static bool is_on(uint64_t id)
{
	struct rt_two_step is = { 0 };

	assert_int_equal(RT_OK, rt_two_step(rt, &mem, id, &is));
	return is.is_on;
}

/* ---- on and off -------------------------------------------------------- */

TEST(a_secret_is_switched_on_by_its_code)
{
	const char *text = NULL;

	unit_member("bob");
	assert_int_equal(RT_OK, rt_two_step_begin(rt, &mem, 2, &text));
	assert_int_equal(32, strlen(text));
	assert_false(is_on(2));
	assert_int_equal(RT_DENIED,
			 rt_two_step_on(rt, &mem, 2, code_of(0), &spare));
	wait_for_code(2, 60);
	assert_int_equal(RT_DENIED,
			 rt_two_step_on(rt, &mem, 2, code_of(2), &spare));
	assert_int_equal(RT_OK,
			 rt_two_step_on(rt, &mem, 2, code_of(0), &spare));
	assert_true(is_on(2));
	assert_redis("0", "HEXISTS user:2 totp_new");
	assert_int_equal(RT_TAKEN, rt_two_step_begin(rt, &mem, 2, &text));
	assert_int_equal(RT_TAKEN,
			 rt_two_step_on(rt, &mem, 2, code_of(1), &spare));
	assert_int_equal(RT_DENIED, rt_prove_code(rt, &mem, 2, code_of(0)));
}

TEST(no_secret_waits_for_ever)
{
	const char *text = NULL;

	unit_member("bob");
	wait_for_code(2, 0);
	assert_int_equal(RT_NOT_FOUND,
			 rt_two_step_on(rt, &mem, 2, code_of(0), &spare));
	redis("HSET user:2 totp_new nonsense");
	assert_int_equal(RT_NOT_FOUND,
			 rt_two_step_on(rt, &mem, 2, code_of(0), &spare));
	assert_int_equal(RT_NOT_FOUND, rt_two_step_begin(rt, &mem, 99, &text));
	assert_redis("0", "EXISTS user:99");
}

TEST(switching_off_leaves_nothing)
{
	struct rt_spare_codes codes;

	assert_int_equal(RT_OK, rt_two_step_off(rt, &mem, 1));
	assert_false(is_on(1));
	assert_redis("(nil) (nil) (nil)",
		     "HMGET user:1 totp totp_last totp_spare");
	assert_non_null(redis("ZSCORE notices:1 %s", "code 0 1"));
	assert_int_equal(RT_DENIED, rt_prove_code(rt, &mem, 1, code_of(1)));
	assert_int_equal(RT_DENIED, rt_prove_code(rt, &mem, 1, spare.v[0]));
	assert_int_equal(RT_NOT_FOUND,
			 rt_renew_spare_codes(rt, &mem, 1, &codes));
}

/* ---- codes ------------------------------------------------------------- */

TEST(a_code_is_good_once_and_in_its_window)
{
	static const struct {
		const char *row;
		int later;
		enum rt_err is;
	} table[] = {
		{ "two steps ago", -2, RT_DENIED },
		{ "the step before", -1, RT_OK },
		{ "now", 0, RT_OK },
		{ "again", 0, RT_DENIED },
		{ "an earlier one", -1, RT_DENIED },
		{ "the next step", 1, RT_OK },
		{ "two steps later", 2, RT_DENIED },
	};
	time_t began;

	/* Once more if a step has begun meanwhile. */
	do {
		began = time(NULL) / TOTP_SECONDS;
		pass();
		for (size_t i = 0; i < COUNT(table); i++) {
			enum rt_err err = rt_prove_code(
				rt, &mem, 1, code_of(table[i].later));

			if (began == time(NULL) / TOTP_SECONDS)
				CHECK(table[i].row, err == table[i].is);
		}
	} while (began != time(NULL) / TOTP_SECONDS);
}

TEST(what_may_be_typed)
{
	static const struct {
		const char *typed;
		bool is_code;
	} table[] = {
		{ "123456", true },
		{ " 123 456\t", true },
		{ "12345-67890", true },
		{ "1234567890", true },
		{ "\xd9\xa1\xd9\xa2\xd9\xa3\xd9\xa4\xd9\xa5\xd9\xa6", true },
		{ "\xef\xbc\x91"
		  "23456",
		  true },
		{ "123\xc2\xa0"
		  "456",
		  true },
		{ "", false },
		{ "12345", false },
		{ "1234567", false },
		{ "12345a", false },
		{ "abcdef", false },
		{ "123456\xff", false },
		{ "+12345", false },
	};

	for (size_t i = 0; i < COUNT(table); i++)
		CHECK(table[i].typed, !rt_code_problem(&mem, table[i].typed) ==
					      table[i].is_code);
}

TEST(another_key_opens_nothing)
{
	pass();
	conf.key = OTHER_KEY;
	assert_int_equal(RT_DENIED, rt_prove_code(rt, &mem, 1, code_of(0)));
	assert_int_equal(RT_DENIED, rt_prove_code(rt, &mem, 1, spare.v[0]));
	conf.key = UNIT_KEY;
	assert_int_equal(RT_OK, rt_prove_code(rt, &mem, 1, code_of(0)));
	assert_int_equal(RT_OK, rt_prove_code(rt, &mem, 1, spare.v[0]));
}

TEST(a_secret_belongs_to_its_member)
{
	unit_member("bob");
	redis("HSET user:2 totp %s totp_spare %s", redis("HGET user:1 totp"),
	      redis("HGET user:1 totp_spare"));
	assert_int_equal(RT_DENIED, rt_prove_code(rt, &mem, 2, code_of(1)));
	assert_int_equal(RT_DENIED, rt_prove_code(rt, &mem, 2, spare.v[0]));
}

TEST(spare_codes)
{
	struct rt_spare_codes fresh;
	struct rt_two_step is;

	for (size_t i = 0; i < RT_SPARE_CODES; i++) {
		CHECK(spare.v[i], !rt_code_problem(&mem, spare.v[i]));
		CHECK(spare.v[i],
		      rt_prove_code(rt, &mem, 1, spare.v[i]) == RT_OK);
		CHECK(spare.v[i],
		      rt_prove_code(rt, &mem, 1, spare.v[i]) == RT_DENIED);
		assert_int_equal(RT_OK, rt_two_step(rt, &mem, 1, &is));
		assert_int_equal(RT_SPARE_CODES - 1 - i, is.spare);
	}
	assert_int_equal(RT_OK, rt_renew_spare_codes(rt, &mem, 1, &fresh));
	assert_int_equal(RT_OK, rt_renew_spare_codes(rt, &mem, 1, &spare));
	assert_int_equal(RT_DENIED, rt_prove_code(rt, &mem, 1, fresh.v[0]));
	assert_int_equal(RT_OK, rt_prove_code(rt, &mem, 1, spare.v[0]));
}

/* ---- at once ----------------------------------------------------------- */

static const char *raced;

static int prove(int n)
{
	(void)n;
	return rt_prove_code(rt, &mem, 1, raced);
}

TEST(of_many_at_once_one_spends_the_code)
{
	const char *codes[] = { code_of(1), spare.v[0] };
	int result[RACERS];

	for (size_t i = 0; i < COUNT(codes); i++) {
		raced = codes[i];
		race(prove, result);
		assert_int_equal(1, race_count(result, RT_OK));
		assert_int_equal(RACERS - 1, race_count(result, RT_DENIED));
	}
}

/* ---- signing in -------------------------------------------------------- */

static const char *challenge_of_alice(void)
{
	struct rt_user user = { .id = 77 };

	assert_int_equal(RT_CODE,
			 rt_sign_in(rt, &mem, "alice", PASSWORD, &user));
	assert_int_equal(77, user.id);
	assert_redis("0", "EXISTS sessions:1");
	return arena_strdup(&mem, rt_challenge(rt));
}

TEST(the_password_leads_to_a_challenge_and_the_code_to_a_session)
{
	struct rt_user user = { 0 }, me = { 0 };
	const char *token = challenge_of_alice();

	pass();
	assert_int_equal(RT_OK, rt_session(rt, &mem, token, &me));
	assert_int_equal(0, me.id);
	assert_int_equal(RT_OK,
			 rt_sign_in_code(rt, &mem, token, code_of(0), &user));
	assert_int_equal(1, user.id);
	assert_int_equal(RT_OK, rt_session(rt, &mem, user.secret, &me));
	assert_int_equal(1, me.id);
	assert_int_equal(RT_NOT_FOUND,
			 rt_sign_in_code(rt, &mem, token, code_of(1), &user));
}

TEST(a_wrong_code_leads_to_another_challenge)
{
	struct rt_user user = { .id = 77 };
	const char *first = challenge_of_alice(), *second;

	assert_int_equal(RT_DENIED,
			 rt_sign_in_code(rt, &mem, first, "000000", &user));
	assert_int_equal(77, user.id);
	second = arena_strdup(&mem, rt_challenge(rt));
	assert_string_not_equal(first, second);
	assert_int_equal(RT_NOT_FOUND,
			 rt_sign_in_code(rt, &mem, first, spare.v[0], &user));
	assert_int_equal(RT_OK,
			 rt_sign_in_code(rt, &mem, second, spare.v[0], &user));
}

/* The challenge is on the bus, which may be another server. */
static uint64_t seconds_left(const char *token)
{
	uint64_t ttl = 0;

	assert_int_equal(RT_OK, rt_read_u64(rt_bus(rt), &mem, &ttl,
					    "TTL " KEY_CHALLENGE,
					    secret_digest(&mem, token)));
	return ttl;
}

TEST(a_challenge_lasts_for_five_minutes_in_all)
{
	struct rt_user user;
	const char *token = challenge_of_alice();

	assert_in_range(seconds_left(token), 298, 300);
	assert_int_equal(RT_OK, rt_do(rt_bus(rt), &mem,
				      "EXPIRE " KEY_CHALLENGE " 100",
				      secret_digest(&mem, token)));
	assert_int_equal(RT_DENIED,
			 rt_sign_in_code(rt, &mem, token, "000000", &user));
	token = rt_challenge(rt);
	assert_in_range(seconds_left(token), 98, 100);
	assert_int_equal(RT_OK, rt_do(rt_bus(rt), &mem, "DEL " KEY_CHALLENGE,
				      secret_digest(&mem, token)));
	assert_int_equal(RT_NOT_FOUND,
			 rt_sign_in_code(rt, &mem, rt_challenge(rt),
					 spare.v[0], &user));
}

TEST(a_bus_of_its_own)
{
	struct rt_user user;
	const char *token;

	unit_part_bus();
	token = challenge_of_alice();
	assert_int_equal(RT_OK,
			 rt_sign_in_code(rt, &mem, token, spare.v[0], &user));
}

TEST(nonsense_is_no_challenge)
{
	static const char *const tokens[] = { "",    "x", "0123",
					      "a b", "*", "\xff" };
	struct rt_user user;

	for (size_t i = 0; i < COUNT(tokens); i++)
		CHECK(tokens[i],
		      rt_sign_in_code(rt, &mem, tokens[i], spare.v[0],
				      &user) == RT_NOT_FOUND);
	assert_int_equal(RT_OK, rt_prove_code(rt, &mem, 1, spare.v[0]));
}

/* What has ended all sessions ends challenges, too. */
TEST(what_ends_a_challenge)
{
	static const char *const commands[] = {
		"HINCRBY user:1 generation 1",
		"HDEL user:1 totp",
		"DEL user:1",
	};

	for (size_t i = 0; i < COUNT(commands); i++) {
		struct rt_user user;
		const char *token = challenge_of_alice();

		redis_line(commands[i]);
		CHECK(commands[i], rt_sign_in_code(rt, &mem, token, spare.v[i],
						   &user) == RT_NOT_FOUND);
		assert_redis("0", "EXISTS sessions:1");
		if (i == 1)
			wait_for_code(1, 60);
		if (i == 1)
			assert_int_equal(RT_OK,
					 rt_two_step_on(rt, &mem, 1,
							code_of(0), &spare));
	}
}

TEST(a_reset_link_leads_to_a_challenge)
{
	struct rt_password_change r = { .password = "another good one" };
	struct rt_user user = { .id = 1, .name = "alice" };
	const char *token = NULL;

	assert_int_equal(RT_OK,
			 rt_reset_begin(rt, &mem, &user, &nobody, &token));
	assert_int_equal(RT_OK, rt_reset_find(rt, &mem, token, &user));
	assert_int_equal(RT_CODE, rt_reset(rt, &mem, token, &r, &user));
	assert_redis("0", "EXISTS sessions:1");
	assert_int_equal(RT_OK, rt_sign_in_code(rt, &mem, rt_challenge(rt),
						spare.v[0], &user));
	assert_int_equal(RT_CODE,
			 rt_sign_in(rt, &mem, "alice", r.password, &user));
}

/* PHP would let somebody in with the secret that all browsers share. */
TEST(where_sessions_are_shared_the_password_makes_none)
{
	struct rt_user user = { 0 };

	unit_unadopt();
	redis("HDEL user:1 auth");
	redis("DEL auths");
	assert_int_equal(RT_CODE,
			 rt_sign_in(rt, &mem, "alice", PASSWORD, &user));
	assert_redis("0", "HEXISTS user:1 auth");
	assert_redis("0", "EXISTS auths");
	assert_int_equal(RT_OK, rt_sign_in_code(rt, &mem, rt_challenge(rt),
						spare.v[0], &user));
	assert_redis(user.secret, "HGET user:1 auth");
}

/* ---- limits ------------------------------------------------------------ */

TEST(wrong_codes_are_counted_for_the_member)
{
	conf.rate[RT_RATE_CODE] = (struct rt_rate){ 3, 86400 };
	rt_visitor(rt, "192.0.2.1", NULL);
	for (int i = 0; i < 4; i++)
		assert_int_equal(RT_OK,
				 rt_prove_code(rt, &mem, 1, spare.v[i]));
	for (int i = 0; i < 3; i++)
		assert_int_equal(RT_DENIED,
				 rt_prove_code(rt, &mem, 1, spare.v[0]));
	rt_visitor(rt, "192.0.2.2", NULL);
	assert_int_equal(RT_LIMITED, rt_prove_code(rt, &mem, 1, spare.v[5]));
	assert_in_range(rt_retry_after(rt), 86000, 86400);
	assert_redis("86400", "TTL limit:code:1");
}

#define ON(test)                                                              \
	cmocka_unit_test_setup_teardown(test, switched_on, unit_forget)

int main(void)
{
	static const struct CMUnitTest tests[] = {
		ON(a_secret_is_switched_on_by_its_code),
		ON(no_secret_waits_for_ever),
		ON(switching_off_leaves_nothing),
		ON(a_code_is_good_once_and_in_its_window),
		ON(what_may_be_typed),
		ON(another_key_opens_nothing),
		ON(a_secret_belongs_to_its_member),
		ON(spare_codes),
		ON(of_many_at_once_one_spends_the_code),
		ON(the_password_leads_to_a_challenge_and_the_code_to_a_session),
		ON(a_wrong_code_leads_to_another_challenge),
		ON(a_challenge_lasts_for_five_minutes_in_all),
		ON(a_bus_of_its_own),
		ON(nonsense_is_no_challenge),
		ON(what_ends_a_challenge),
		ON(a_reset_link_leads_to_a_challenge),
		ON(where_sessions_are_shared_the_password_makes_none),
		ON(wrong_codes_are_counted_for_the_member),
	};

	return RUN_REDIS(tests);
}
