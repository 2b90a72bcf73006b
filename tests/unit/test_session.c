/* Sessions: whose they are, and their end. */
#include "libretwis/base/secret.h"
#include "unit.h"

static struct rt_user session(const char *secret)
{
	struct rt_user user = { .id = 77 };

	assert_int_equal(RT_OK, rt_session(rt, &mem, secret, &user));
	return user;
}

/* A member whose secret is of today's kind, which names its owner. */
static struct rt_user modern_member(const char *name)
{
	struct rt_user u = unit_member(name);
	unsigned long long id = u.id;

	redis("HDEL auths %s", u.secret);
	u.secret = secret_of(&mem, u.id);
	redis("HSET user:%llu auth %s", id, u.secret);
	redis("HSET auths %s %llu", u.secret, id);
	return u;
}

TEST(both_kinds_of_secrets)
{
	struct rt_user alice = unit_member("alice");
	struct rt_user bob = modern_member("bob");
	struct rt_user who = session(alice.secret);

	assert_int_equal(1, who.id);
	assert_string_equal("alice", who.name);
	assert_string_equal(alice.secret, who.secret);
	who = session(bob.secret);
	assert_int_equal(2, who.id);
	assert_string_equal("bob", who.name);
	assert_string_equal(bob.secret, who.secret);
}

TEST(owners_in_secrets)
{
	static const struct {
		const char *secret;
		uint64_t owner;
	} table[] = {
		{ "", 0 },
		{ "0123456789abcdef0123456789abcdef", 0 },
		{ "0123456789abcdef0123456789abcdef1", 1 },
		{ "0123456789abcdef0123456789abcdefff", 255 },
		{ "0123456789abcdef0123456789abcdef0", 0 },
		{ "0123456789abcdef0123456789abcdefz", 0 },
		{ "0123456789abcdef0123456789abcdef12345678123456781", 0 },
	};
	const uint64_t ids[] = { 1, 15, 16, 1000000, UINT64_MAX };

	for (size_t i = 0; i < COUNT(table); i++)
		CHECK(table[i].secret,
		      secret_owner(table[i].secret) == table[i].owner);
	for (size_t i = 0; i < COUNT(ids); i++) {
		const char *secret = secret_of(&mem, ids[i]);

		assert_int_equal(ids[i], secret_owner(secret));
		assert_true(secret_plausible(secret));
	}
}

TEST(who_is_nobody)
{
	struct rt_user alice = unit_member("alice");
	struct rt_user bob = modern_member("bob");
	const char *const table[] = {
		NULL,
		"",
		" ",
		"nobody",
		"%s%n",
		"a b",
		"a\r\nPING\r\n",
		arena_printf(&mem, "%s0", alice.secret),
		arena_printf(&mem, "%s ", alice.secret),
		arena_printf(&mem, "%0200d", 0),
		secret_of(&mem, bob.id),
		secret_of(&mem, 99),
		arena_printf(&mem, "%.32s1", bob.secret),
		arena_printf(&mem, "%.32s", bob.secret),
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		struct rt_user who = session(table[i]);

		CHECK(table[i] ? table[i] : "NULL", who.id == 0);
		assert_null(who.name);
		assert_null(who.secret);
	}
}

/* `auths` is a hint only: it may be behind, or somebody's attempt. */
TEST(a_hint_that_the_member_does_not_confirm)
{
	unit_member("alice");
	redis("HSET auths stolen 1");
	assert_int_equal(0, session("stolen").id);
	redis("HSET auths lost 99");
	assert_int_equal(0, session("lost").id);
	redis("HSET auths odd x");
	assert_int_equal(0, session("odd").id);
	redis("HDEL user:1 auth");
	assert_int_equal(0, session("secret0of0alice").id);
}

TEST(an_empty_secret_in_the_hash_opens_nothing)
{
	unit_member("alice");
	redis("HSET user:1 auth %s", "");
	redis("HSET auths %s 1", "");
	assert_int_equal(0, session("").id);
}

/* ---- forms ------------------------------------------------------------- */

TEST(what_a_form_carries)
{
	struct rt_user alice = unit_member("alice");
	struct rt_user bob = modern_member("bob");
	const char *right = rt_csrf(&mem, &alice);

	assert_string_equal("5b53ac118ef23bda7aa926205688ed6a"
			    "0275038fc946bdf077dadf1950ba8243",
			    right);
	assert_true(rt_csrf_ok(&mem, &alice, right));
	assert_false(rt_csrf_ok(&mem, &bob, right));
	assert_false(rt_csrf_ok(&mem, &alice, ""));
	assert_false(rt_csrf_ok(&mem, &alice, alice.secret));
}

/* ---- signing out ------------------------------------------------------- */

TEST(signing_out_ends_every_session)
{
	struct rt_user alice = unit_member("alice");
	struct rt_user bob = modern_member("bob");
	const char *fresh;

	assert_int_equal(RT_OK, rt_sign_out(rt, &mem, &alice));
	assert_int_equal(0, session(alice.secret).id);
	assert_int_equal(2, session(bob.secret).id);
	fresh = redis("HGET user:1 auth");
	assert_string_not_equal(alice.secret, fresh);
	assert_true(strlen(fresh) >= 32);
	assert_null(redis("HGET auths %s", alice.secret));
	assert_redis("1", "HGET auths %s", fresh);
	assert_int_equal(RT_OK, rt_sign_out(rt, &mem, &bob));
	assert_int_equal(0, session(bob.secret).id);
}

/* The old hint may survive a cut; the hash decides. */
TEST(signing_out_cut_off_after_its_first_step)
{
	struct rt_user alice = unit_member("alice");

	redis("HSET user:1 auth fresh");
	assert_redis("1", "HGET auths %s", alice.secret);
	assert_int_equal(0, session(alice.secret).id);
}

TEST(signing_out_twice)
{
	struct rt_user alice = unit_member("alice");

	assert_int_equal(RT_OK, rt_sign_out(rt, &mem, &alice));
	assert_int_equal(RT_OK, rt_sign_out(rt, &mem, &alice));
	assert_int_equal(0, session(alice.secret).id);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ADOPTED(both_kinds_of_secrets),
		PLAIN(owners_in_secrets),
		ADOPTED(who_is_nobody),
		ADOPTED(a_hint_that_the_member_does_not_confirm),
		ADOPTED(an_empty_secret_in_the_hash_opens_nothing),
		ADOPTED(what_a_form_carries),
		ADOPTED(signing_out_ends_every_session),
		ADOPTED(signing_out_cut_off_after_its_first_step),
		ADOPTED(signing_out_twice),
	};

	return RUN_REDIS(tests);
}
