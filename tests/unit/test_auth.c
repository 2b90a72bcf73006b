/* Signing in, and changing passwords. */
#include <argon2.h>
#include <dlfcn.h>

#include "base/secret.h"
#include "unit.h"

#define PASSWORD  "opensesame"
#define LATER_ONE "another good one"

/* As PHP Retwis left them: clear texts, names with capitals and spaces. */
static int classic(void **state)
{
	static const char *const commands[] = {
		"SET next_user_id 1004",
		"HMSET users alice 1001 Bob 1002 al 1003 CAROL 1004",
		"HMSET user:1001 username alice password p1pp0 auth fea5e81a",
		"HMSET user:1002 username Bob password secret auth 12f7",
		"HMSET user:1003 username al password $argon2id$ auth 77",
		"HMSET user:1004 username CAROL password clear",
		"HMSET auths fea5e81a 1001 12f7 1002 77 1003",
	};

	if (unit_fresh(state) != 0)
		return -1;
	redis_all(commands, COUNT(commands));
	redis("HSET users %s 1005", "Ann Lee");
	redis("HSET user:1005 username %s password %s auth 99", "Ann Lee",
	      "two words");
	return 0;
}

static enum rt_err sign_in(const char *name, const char *password,
			   struct rt_user *user)
{
	return rt_sign_in(rt, &mem, name, password, user);
}

TEST(who_gets_in)
{
	static const struct {
		const char *name, *password;
		uint64_t id;
		const char *stored;
	} table[] = {
		{ "alice", "p1pp0", 1001, "alice" },
		{ "ALICE", "p1pp0", 1001, "alice" },
		{ "Bob", "secret", 1002, "Bob" },
		{ "Ann Lee", "two words", 1005, "Ann Lee" },
		{ "CAROL", "clear", 1004, "CAROL" },
		{ "alice ", "p1pp0", 1001, "alice" },
		{ "\xc2\xa0@Alice", "p1pp0", 1001, "alice" },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		struct rt_user user = { 0 };

		CHECK(table[i].name, sign_in(table[i].name, table[i].password,
					     &user) == RT_OK);
		assert_int_equal(table[i].id, user.id);
		assert_string_equal(table[i].stored, user.name);
		assert_redis(user.secret, "HGET user:%llu auth",
			     (unsigned long long)user.id);
	}
}

TEST(who_does_not)
{
	static const struct {
		const char *name, *password;
	} table[] = {
		{ "alice", "P1pp0" },
		{ "alice", "" },
		{ "alice", "p1pp0 " },
		{ "nobody", "p1pp0" },
		{ "", "" },
		{ "", "p1pp0" },
		{ "a lice", "p1pp0" },
		{ "alice\r\nx", "p1pp0" },
		{ "al", "$argon2id$" },
		/*
		 * Before the adoption an older name is used exactly as it is.
		 */
		{ "bob", "secret" },
		{ "ann lee", "two words" },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		struct rt_user user = { .id = 77 };

		CHECK(table[i].name, sign_in(table[i].name, table[i].password,
					     &user) == RT_DENIED);
		assert_int_equal(77, user.id);
	}
	assert_redis("p1pp0", "HGET user:1001 password");
}

TEST(older_names_are_folded_once_adopted)
{
	struct rt_user user = { 0 };

	redis("HSET names bob 1002");
	redis("HSET names %s 1005", "ann lee");
	assert_int_equal(RT_OK, sign_in("bob", "secret", &user));
	assert_int_equal(1002, user.id);
	assert_string_equal("Bob", user.name);
	assert_int_equal(RT_OK, sign_in("ANN LEE", "two words", &user));
	assert_int_equal(1005, user.id);
}

/* Old Alice and new alice are two members. */
TEST(the_exact_name_comes_first)
{
	struct rt_user user = { 0 };

	redis("HSET users Alice 1006");
	redis("HSET user:1006 username Alice password elder auth 66");
	redis("HSET names alice 1006");
	assert_int_equal(RT_OK, sign_in("Alice", "elder", &user));
	assert_int_equal(1006, user.id);
	assert_int_equal(RT_OK, sign_in("alice", "p1pp0", &user));
	assert_int_equal(1001, user.id);
	assert_int_equal(RT_DENIED, sign_in("alice", "elder", &user));
}

TEST(a_clear_text_is_replaced_by_its_hash)
{
	struct rt_user user = { 0 };
	const char *phc;

	assert_int_equal(RT_OK, sign_in("alice", "p1pp0", &user));
	phc = redis("HGET user:1001 password");
	assert_memory_equal("$argon2id$v=19$", phc, 15);
	assert_string_equal("fea5e81a", user.secret);
	assert_int_equal(RT_OK, sign_in("alice", "p1pp0", &user));
	assert_redis(phc, "HGET user:1001 password");
	assert_int_equal(RT_DENIED, sign_in("alice", phc, &user));
}

TEST(a_missing_secret_is_made)
{
	struct rt_user user = { 0 }, me = { 0 };

	assert_int_equal(RT_OK, sign_in("CAROL", "clear", &user));
	assert_true(strlen(user.secret) >= 32);
	assert_redis(user.secret, "HGET user:1004 auth");
	assert_redis("1004", "HGET auths %s", user.secret);
	assert_int_equal(RT_OK, rt_session(rt, &mem, user.secret, &me));
	assert_int_equal(1004, me.id);
}

TEST(missing_hints_are_written)
{
	struct rt_user user = { 0 };

	redis("DEL auths");
	redis("ZADD users_by_time 5 alice");
	assert_int_equal(RT_OK, sign_in("alice", "p1pp0", &user));
	assert_int_equal(RT_OK, sign_in("Bob", "secret", &user));
	assert_redis("1001", "HGET auths fea5e81a");
	assert_redis("1002", "HGET auths 12f7");
	assert_redis("5", "ZSCORE users_by_time alice");
	assert_non_null(redis("ZSCORE users_by_time Bob"));
}

TEST(a_claim_without_its_hash)
{
	struct rt_user user = { .id = 77 };

	redis("HSET users ghost 2000");
	assert_int_equal(RT_DENIED, sign_in("ghost", "x", &user));
	redis("HSET user:2000 password x");
	assert_int_equal(RT_DENIED, sign_in("ghost", "x", &user));
	assert_int_equal(77, user.id);
}

/* ---- the cost of an attempt --------------------------------------------- */

/* How many hashes libargon2 has computed since the last call. */
static unsigned hashes_made, hashes_checked;

/* What somebody else does while libargon2 computes its first hash. */
static void (*meanwhile)(struct rt *other);

static void do_meanwhile(void)
{
	void (*act)(struct rt * other) = meanwhile;
	struct rt *other;

	meanwhile = NULL;
	if (!act)
		return;
	other = rt_open(&conf);
	act(other);
	rt_close(other);
}

int argon2id_hash_encoded(const uint32_t passes, const uint32_t kib,
			  const uint32_t lanes, const void *text,
			  const size_t len, const void *salt,
			  const size_t salt_len, const size_t hash_len,
			  char *encoded, const size_t size)
{
	__typeof__(&argon2id_hash_encoded) real =
		dlsym(RTLD_NEXT, "argon2id_hash_encoded");

	hashes_made++;
	do_meanwhile();
	return real(passes, kib, lanes, text, len, salt, salt_len, hash_len,
		    encoded, size);
}

int argon2id_verify(const char *encoded, const void *text, const size_t len)
{
	__typeof__(&argon2id_verify) real =
		dlsym(RTLD_NEXT, "argon2id_verify");

	hashes_checked++;
	do_meanwhile();
	return real(encoded, text, len);
}

/*
 * The time that an attempt takes reveals nothing about the name: one hash for
 * each.
 */
TEST(each_attempt_costs_one_hash)
{
	static const struct {
		const char *name;
		unsigned made, checked;
	} table[] = {
		{ "nobody", 1, 0 }, { "", 1, 0 },      { "Bob", 1, 0 },
		{ "ghost", 1, 0 },  { "alice", 0, 1 },
	};
	struct rt_user user = { 0 };

	redis("HSET users ghost 2000");
	assert_int_equal(RT_OK, sign_in("alice", "p1pp0", &user));
	for (size_t i = 0; i < COUNT(table); i++) {
		hashes_made = hashes_checked = 0;
		assert_int_equal(RT_DENIED,
				 sign_in(table[i].name, "wrong", &user));
		CHECK(table[i].name,
		      hashes_made == table[i].made &&
			      hashes_checked == table[i].checked);
	}
}

/* "Pässwörter" as three keyboards send it: the second a and o differ. */
#define NFC   "p\xc3\xa4ssw\xc3\xb6rter"
#define NFD   "pa\xcc\x88sswo\xcc\x88rter"
#define MIXED "p\xc3\xa4sswo\xcc\x88rter"

/* The form with which the hash was made, and that of this sign-in. */
static const struct form_pair {
	const char *stored, *typed;
	unsigned checked; /* hashes, before it fits */
} form_pairs[] = {
	{ NFC, NFC, 1 }, { NFC, NFD, 1 }, { NFC, MIXED, 1 },
	{ NFD, NFD, 2 }, { NFD, NFC, 2 }, { MIXED, MIXED, 2 },
};

static void store_hash_of(const char *password)
{
	const char *phc = NULL;

	assert_int_equal(RT_OK, secret_hash(&mem, password, &phc));
	redis("HSET user:1001 password %s", phc);
}

TEST(letters_may_be_composed_in_any_form)
{
	struct rt_user user = { 0 };

	for (size_t i = 0; i < COUNT(form_pairs); i++) {
		const struct form_pair *pair = &form_pairs[i];
		bool is_old = pair->checked > 1;
		const char *phc;

		store_hash_of(pair->stored);
		phc = redis("HGET user:1001 password");
		hashes_made = hashes_checked = 0;
		CHECK(pair->typed,
		      sign_in("alice", pair->typed, &user) == RT_OK);
		assert_int_equal(pair->checked, hashes_checked);
		assert_int_equal(is_old, hashes_made);
		/* The old form's hash is replaced, once. */
		assert_int_equal(
			is_old,
			strcmp(phc, redis("HGET user:1001 password")) != 0);
		hashes_made = hashes_checked = 0;
		assert_int_equal(RT_OK, sign_in("alice", pair->typed, &user));
		assert_int_equal(1, hashes_checked);
		assert_int_equal(0, hashes_made);
		assert_int_equal(RT_OK, sign_in("alice", NFC, &user));
	}
}

/* Clear texts of PHP, which stored what a keyboard sent. */
TEST(a_clear_text_may_be_composed_in_any_form)
{
	struct rt_user user = { 0 };

	for (size_t i = 0; i < COUNT(form_pairs); i++) {
		redis("HSET user:1001 password %s", form_pairs[i].stored);
		CHECK(form_pairs[i].typed,
		      sign_in("alice", form_pairs[i].typed, &user) == RT_OK);
		CHECK(form_pairs[i].typed,
		      sign_in("alice", NFC, &user) == RT_OK);
		assert_memory_equal("$argon2id$",
				    redis("HGET user:1001 password"), 10);
	}
}

/* Whether anybody has the name or not. */
TEST(letters_in_several_forms_cost_two_hashes)
{
	static const char *const names[] = { "nobody", "Bob", "alice" };
	static const char *const typed[] = { NFC, NFD, MIXED };
	struct rt_user user = { 0 };

	store_hash_of(PASSWORD);
	for (size_t i = 0; i < COUNT(names) * COUNT(typed); i++) {
		hashes_made = hashes_checked = 0;
		assert_int_equal(RT_DENIED,
				 sign_in(names[i / COUNT(typed)],
					 typed[i % COUNT(typed)], &user));
		assert_int_equal(2, hashes_made + hashes_checked);
	}
	for (size_t i = 0; i < COUNT(typed); i++)
		assert_int_equal(2, rt_hashes(&mem, typed[i]));
	assert_int_equal(1, rt_hashes(&mem, PASSWORD));
}

TEST(not_quite_utf8)
{
	struct rt_user user = { 0 };

	store_hash_of("caf\xe9 noir!");
	assert_int_equal(RT_OK, sign_in("alice", "caf\xe9 noir!", &user));
	assert_int_equal(RT_DENIED, sign_in("alice", "caf\xe8 noir!", &user));
}

/* A change, a proof and a reset take any form, too, and store the NFC. */
TEST(other_passwords_may_be_composed_in_any_form)
{
	struct rt_user user = { 0 };
	struct rt_password_change same = { .old = NFD, .password = NFC };
	struct rt_password_change r = { .old = NFD, .password = "neu: " NFD };
	const char *token = NULL;

	store_hash_of(NFC);
	assert_int_equal(RT_OK, sign_in("alice", NFD, &user));
	assert_int_equal(RT_OK, rt_prove_password(rt, &mem, &user, NFD));
	assert_int_equal(RT_DENIED,
			 rt_change_password(rt, &mem, &same, &user));
	assert_non_null(strstr(same.problem, "current password"));
	assert_int_equal(RT_OK, rt_change_password(rt, &mem, &r, &user));
	hashes_checked = 0;
	assert_int_equal(RT_OK, sign_in("alice", "neu: " NFC, &user));
	assert_int_equal(1, hashes_checked);
	store_hash_of(NFD);
	assert_int_equal(RT_OK, rt_prove_password(rt, &mem, &user, NFC));
	assert_int_equal(RT_OK,
			 rt_reset_begin(rt, &mem, &user, &nobody, &token));
	r.password = "again: " NFD;
	assert_int_equal(RT_OK, rt_reset(rt, &mem, token, &r, &user));
	assert_int_equal(RT_OK, sign_in("alice", "again: " NFC, &user));
}

/* ---- new passwords ----------------------------------------------------- */

TEST(a_new_password)
{
	struct rt_user user = { 0 }, me = { 0 };
	const char *old;

	assert_int_equal(RT_OK, sign_in("alice", "p1pp0", &user));
	old = user.secret;
	assert_int_equal(RT_OK, rt_set_password(rt, &mem, &user, PASSWORD));
	assert_int_equal(RT_DENIED, sign_in("alice", "p1pp0", &user));
	/* Signed out everywhere. */
	assert_int_equal(RT_OK, rt_session(rt, &mem, old, &me));
	assert_int_equal(0, me.id);
	assert_null(redis("HGET auths %s", old));
	assert_int_equal(RT_OK, sign_in("alice", PASSWORD, &user));
	assert_string_not_equal(old, user.secret);
	assert_int_equal(RT_OK, rt_session(rt, &mem, user.secret, &me));
	assert_int_equal(1001, me.id);
}

TEST(a_new_password_for_who_never_had_a_session)
{
	struct rt_user user = { .id = 1004, .name = "CAROL" };

	assert_int_equal(RT_OK, rt_set_password(rt, &mem, &user, PASSWORD));
	assert_int_equal(RT_OK, sign_in("CAROL", PASSWORD, &user));
}

/* The addresses of the feed and the calendar are revoked with it. */
TEST(a_new_password_ends_the_feed)
{
	struct rt_user user = { .id = 1001, .name = "alice" };

	redis("HSET user:1001 feed 00112233445566778899aabbccddeeff3e9");
	redis("HSET user:1001 calendar 00112233445566778899aabbccddeeff3e9");
	assert_int_equal(RT_OK, rt_set_password(rt, &mem, &user, PASSWORD));
	assert_redis("0", "HEXISTS user:1001 feed");
	assert_redis("0", "HEXISTS user:1001 calendar");
}

TEST(a_new_password_for_who_is_gone)
{
	struct rt_user user = { .id = 1001, .name = "alice" };

	redis("DEL user:1001");
	assert_int_equal(RT_NOT_FOUND,
			 rt_set_password(rt, &mem, &user, PASSWORD));
	assert_redis("0", "EXISTS user:1001");
}

TEST(the_members_own_choice)
{
	static const struct {
		const char *old, *password, *problem;
	} table[] = {
		{ "wrong", LATER_ONE, NULL },
		{ "p1pp0", "p1pp0", "your current password" },
		{ "p1pp0", "short", "at least 8" },
		{ "wrong", "alice is here", "your name" },
		{ "wrong", "in retwis again", "this site" },
	};
	struct rt_user user = { 0 };
	struct rt_password_change good = { .old = "p1pp0",
					   .password = LATER_ONE };

	assert_int_equal(RT_OK, sign_in("alice", "p1pp0", &user));
	redis("HSET user:1001 feed 1234");
	for (size_t i = 0; i < COUNT(table); i++) {
		struct rt_password_change r = { .old = table[i].old,
						.password =
							table[i].password };
		struct rt_user me = user;

		CHECK(table[i].password,
		      rt_change_password(rt, &mem, &r, &me) == RT_DENIED);
		CHECK(table[i].password, me.secret == user.secret);
		CHECK(table[i].password,
		      table[i].problem ? r.problem && strstr(r.problem,
							     table[i].problem)
				       : !r.problem);
	}
	assert_redis(user.secret, "HGET user:1001 auth");
	assert_redis("1234", "HGET user:1001 feed");
	assert_int_equal(RT_OK, rt_change_password(rt, &mem, &good, &user));
	assert_redis(user.secret, "HGET user:1001 auth");
	assert_redis("1001", "HGET auths %s", user.secret);
	assert_null(redis("HGET user:1001 feed"));
	assert_int_equal(RT_OK, sign_in("alice", LATER_ONE, &user));
}

/* ---- during the check of a password ------------------------------------- */

static void set_password_of(struct rt *other, uint64_t id, const char *name,
			    const char *password)
{
	const struct rt_user user = { .id = id, .name = name };

	assert_int_equal(RT_OK, rt_set_password(other, &mem, &user, password));
}

static void set_alices(struct rt *other)
{
	set_password_of(other, 1001, "alice", PASSWORD);
}

static void set_alices_again(struct rt *other)
{
	set_password_of(other, 1001, "alice", LATER_ONE);
}

static void set_carols(struct rt *other)
{
	set_password_of(other, 1004, "CAROL", PASSWORD);
}

static void remove_named(struct rt *other, const char *name)
{
	struct rt_removal removal;

	assert_int_equal(RT_OK, rt_removal(other, &mem, name, &removal));
	assert_int_equal(RT_OK, rt_remove_member(other, &removal, NULL));
}

static void remove_alice(struct rt *other)
{
	remove_named(other, "alice");
}

static void remove_carol(struct rt *other)
{
	remove_named(other, "CAROL");
}

/* A clear text, the same without a secret, and a hash. */
TEST(a_new_password_overtakes_a_sign_in)
{
	static const struct {
		void (*act)(struct rt *other);
		const char *name, *old;
	} table[] = {
		{ set_alices, "alice", "p1pp0" },
		{ set_carols, "CAROL", "clear" },
		{ set_alices_again, "alice", PASSWORD },
	};
	struct rt_user user = { .id = 77 };
	const char *hints;

	for (size_t i = 0; i < COUNT(table); i++) {
		hints = redis("HKEYS auths");
		meanwhile = table[i].act;
		CHECK(table[i].old, sign_in(table[i].name, table[i].old,
					    &user) == RT_DENIED);
		assert_null(meanwhile);
		assert_int_equal(77, user.id);
		assert_redis(hints, "HKEYS auths");
	}
	assert_int_equal(RT_DENIED, sign_in("alice", "p1pp0", &user));
	assert_int_equal(RT_DENIED, sign_in("CAROL", "clear", &user));
	assert_int_equal(RT_DENIED, sign_in("alice", PASSWORD, &user));
	assert_int_equal(RT_OK, sign_in("alice", LATER_ONE, &user));
	assert_int_equal(RT_OK, sign_in("CAROL", PASSWORD, &user));
}

static void sign_alice_in(struct rt *other)
{
	struct arena own = { 0 };
	struct rt_user user;

	assert_int_equal(RT_OK,
			 rt_sign_in(other, &own, "alice", "p1pp0", &user));
	arena_free(&own);
}

/* The first one replaces the clear text with a hash; both get in. */
TEST(a_sign_in_overtakes_another)
{
	struct rt_user user;

	meanwhile = sign_alice_in;
	assert_int_equal(RT_OK, sign_in("alice", "p1pp0", &user));
	assert_null(meanwhile);
	assert_string_equal(redis("HGET user:1001 auth"), user.secret);
}

/* Nothing of the member is restored. */
TEST(a_removal_overtakes_a_sign_in)
{
	static const struct {
		void (*act)(struct rt *other);
		const char *name, *password, *key;
	} table[] = {
		{ remove_alice, "alice", "p1pp0", "user:1001" },
		{ remove_carol, "CAROL", "clear", "user:1004" },
	};
	struct rt_user user = { .id = 77 };

	redis("SET layout 1");
	for (size_t i = 0; i < COUNT(table); i++) {
		meanwhile = table[i].act;
		CHECK(table[i].name, sign_in(table[i].name, table[i].password,
					     &user) == RT_DENIED);
		assert_null(meanwhile);
		assert_int_equal(77, user.id);
		assert_redis("0", "EXISTS %s", table[i].key);
	}
	assert_redis("0", "EXISTS users_by_time");
	assert_redis("0", "EXISTS members");
	assert_redis("0", "HEXISTS auths fea5e81a");
}

TEST(a_removal_overtakes_a_sign_in_by_a_hash)
{
	struct rt_user user = { 0 };

	redis("SET layout 1");
	assert_int_equal(RT_OK, sign_in("alice", "p1pp0", &user));
	meanwhile = remove_alice;
	assert_int_equal(RT_DENIED, sign_in("alice", "p1pp0", &user));
	assert_redis("0", "EXISTS user:1001");
	assert_redis("0", "EXISTS users_by_time");
	assert_redis("0", "EXISTS members");
	assert_redis("0", "HEXISTS auths fea5e81a");
}

#define CLASSIC(test)                                                         \
	cmocka_unit_test_setup_teardown(test, classic, unit_forget)

int main(void)
{
	const struct CMUnitTest tests[] = {
		CLASSIC(who_gets_in),
		CLASSIC(who_does_not),
		CLASSIC(older_names_are_folded_once_adopted),
		CLASSIC(the_exact_name_comes_first),
		CLASSIC(a_clear_text_is_replaced_by_its_hash),
		CLASSIC(a_missing_secret_is_made),
		CLASSIC(missing_hints_are_written),
		CLASSIC(a_claim_without_its_hash),
		CLASSIC(each_attempt_costs_one_hash),
		CLASSIC(letters_may_be_composed_in_any_form),
		CLASSIC(a_clear_text_may_be_composed_in_any_form),
		CLASSIC(letters_in_several_forms_cost_two_hashes),
		CLASSIC(not_quite_utf8),
		CLASSIC(other_passwords_may_be_composed_in_any_form),
		CLASSIC(a_new_password),
		CLASSIC(a_new_password_for_who_never_had_a_session),
		CLASSIC(a_new_password_ends_the_feed),
		CLASSIC(a_new_password_for_who_is_gone),
		CLASSIC(the_members_own_choice),
		CLASSIC(a_new_password_overtakes_a_sign_in),
		CLASSIC(a_sign_in_overtakes_another),
		CLASSIC(a_removal_overtakes_a_sign_in),
		CLASSIC(a_removal_overtakes_a_sign_in_by_a_hash),
	};

	return RUN_REDIS(tests);
}
