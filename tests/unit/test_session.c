/* Sessions: whose they are, and how they end. */
#include "base/day.h"
#include "base/secret.h"
#include "unit.h"

static struct rt_user session(const char *secret)
{
	struct rt_user user = { .id = 77 };

	assert_int_equal(RT_OK, rt_session(rt, &mem, secret, &user));
	return user;
}

/*
 * A member whose secret is of the current kind, which contains its owner's id.
 */
static struct rt_user modern_member(const char *name)
{
	struct rt_user u = unit_member(name);
	unsigned long long id = u.id;

	redis("HDEL auths %s", u.secret);
	u.secret = secret_new_for(&mem, u.id);
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
		const char *secret = secret_new_for(&mem, ids[i]);

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
		secret_new_for(&mem, bob.id),
		secret_new_for(&mem, 99),
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

/* `auths` is only a hint: it may be outdated, or somebody's attempt. */
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

/* The old hint may survive an interruption; the hash decides. */
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

/* ---- a session for each device ------------------------------------------ */

#define PASSWORD "opensesame"

static struct rt_user enrolled(const char *what)
{
	struct rt_user user;

	rt_device(rt, what);
	assert_int_equal(RT_OK,
			 rt_register(rt, &mem, "carol", PASSWORD, &user));
	return user;
}

static struct rt_user signed_in(const char *what)
{
	struct rt_user user;

	rt_device(rt, what);
	assert_int_equal(RT_OK,
			 rt_sign_in(rt, &mem, "carol", PASSWORD, &user));
	return user;
}

/* With the cookie of that browser's next request. */
static struct rt_devices devices_of(const char *secret)
{
	struct rt_user me = session(secret);
	struct rt_devices all;

	assert_int_equal(RT_OK, rt_sessions(rt, &mem, &me, &all));
	return all;
}

TEST(each_browser_has_its_own)
{
	struct rt_user desk = enrolled("Firefox on Linux");
	struct rt_user phone = signed_in("Chrome on Android");
	struct rt_devices all = devices_of(phone.secret);

	assert_string_not_equal(desk.secret, phone.secret);
	assert_int_equal(1, session(desk.secret).id);
	assert_int_equal(2, all.n);
	assert_string_equal("Chrome on Android", all.v[0].what);
	assert_true(all.v[0].is_here);
	assert_string_equal("Firefox on Linux", all.v[1].what);
	assert_false(all.v[1].is_here);
	assert_in_range(all.v[0].used, time(NULL) - 86400, time(NULL) + 86400);
	/* Nothing in the database opens a session. */
	assert_redis("0", "EXISTS auths");
	assert_redis("0", "HEXISTS user:1 auth");
	assert_null(strstr(redis("HGETALL sessions:1"), phone.secret));
}

TEST(signing_out_ends_one)
{
	struct rt_user desk = enrolled("desk"), phone = signed_in("phone");
	struct rt_user me = session(desk.secret);

	assert_int_equal(RT_OK, rt_sign_out(rt, &mem, &me));
	assert_int_equal(RT_OK, rt_sign_out(rt, &mem, &me));
	assert_int_equal(0, session(desk.secret).id);
	assert_int_equal(1, session(phone.secret).id);
	assert_int_equal(1, devices_of(phone.secret).n);
}

TEST(ending_the_one_on_a_lost_phone)
{
	struct rt_user desk = enrolled("desk"), phone = signed_in("phone");
	struct rt_user me = session(desk.secret);

	assert_int_equal(RT_OK, rt_session_end(rt, &mem, &me,
					       rt_session_id(&mem, &phone)));
	assert_int_equal(0, session(phone.secret).id);
	assert_int_equal(1, session(desk.secret).id);
}

TEST(signing_out_everywhere)
{
	struct rt_user desk = enrolled("desk"), phone = signed_in("phone");
	struct rt_user me = session(desk.secret);

	assert_int_equal(RT_OK, rt_sign_out_everywhere(rt, &mem, &me));
	assert_int_equal(0, session(desk.secret).id);
	assert_int_equal(0, session(phone.secret).id);
	assert_redis("0", "EXISTS sessions:1");
	phone = signed_in("phone");
	assert_int_equal(1, session(phone.secret).id);
	assert_redis("1", "HGET user:1 generation");
}

/*
 * It was interrupted before it deleted them, or a sign-in wrote its own late.
 */
TEST(an_older_generation_opens_nothing)
{
	struct rt_user desk = enrolled("desk"), phone;

	redis("HINCRBY user:1 generation 1");
	assert_int_equal(0, session(desk.secret).id);
	phone = signed_in("phone");
	assert_redis("2", "HLEN sessions:1");
	assert_int_equal(0, session(desk.secret).id);
	assert_int_equal(1, devices_of(phone.secret).n);
}

TEST(what_is_no_entry_opens_nothing)
{
	static const char *const table[] = {
		"",
		"0",
		"0 2999-01-01",
		"x 2999-01-01 phone",
		"0 01.01.2999, phone",
		"-0 2999-01-01 phone",
		"0  2999-01-01 phone",
		"1 2999-01-01 phone",
	};
	struct rt_user desk = enrolled("desk");

	for (size_t i = 0; i < COUNT(table); i++) {
		redis("HSET sessions:1 %s %s", rt_session_id(&mem, &desk),
		      table[i]);
		CHECK(table[i], session(desk.secret).id == 0);
	}
}

static const char *entry_of(const struct rt_user *user)
{
	return redis("HGET sessions:1 %s", rt_session_id(&mem, user));
}

/* As if it had been used last that many days ago. */
static void unused_for(const struct rt_user *user, unsigned days)
{
	redis("HSET sessions:1 %s %s", rt_session_id(&mem, user),
	      arena_printf(&mem, "0 %s +my desk", day_ago(&mem, days)));
}

TEST(one_ends_ninety_days_after_the_last_visit)
{
	struct rt_user desk = enrolled("my desk"), phone = signed_in("phone");

	unused_for(&desk, 90);
	assert_int_equal(1, session(desk.secret).id);
	unused_for(&desk, 91);
	assert_int_equal(0, session(desk.secret).id);
	assert_int_equal(1, devices_of(phone.secret).n);
	conf.session_days = 91;
	assert_int_equal(1, session(desk.secret).id);
	assert_int_equal(2, devices_of(phone.secret).n);
}

/* Nobody is signed out for good: with the right time it is back. */
TEST(a_clock_that_is_wrong_deletes_none)
{
	struct rt_user desk = enrolled("my desk"), me;

	unused_for(&desk, 400);
	me = session(desk.secret);
	assert_int_equal(RT_OK, rt_signed_in(rt, &mem, &me));
	assert_int_equal(0, me.id);
	unused_for(&desk, 0);
	assert_int_equal(1, session(desk.secret).id);
	redis("HSET sessions:1 %s %s", rt_session_id(&mem, &desk),
	      "0 2999-01-01 +my desk");
	assert_int_equal(1, session(desk.secret).id);
}

TEST(signing_in_deletes_those_that_have_ended)
{
	struct rt_user desk = enrolled("desk"), phone = signed_in("phone");

	unused_for(&desk, 90);
	unused_for(&phone, 91);
	signed_in("tablet");
	assert_redis("2", "HLEN sessions:1");
	assert_null(entry_of(&phone));
}

TEST(the_day_is_noted_once)
{
	struct rt_user desk = enrolled("my desk"), me;
	const char *now = entry_of(&desk);

	unused_for(&desk, 80);
	me = session(desk.secret);
	assert_int_equal(RT_OK, rt_signed_in(rt, &mem, &me));
	assert_string_equal(now, entry_of(&desk));
	/* It has ended meanwhile. */
	redis("HDEL sessions:1 %s", rt_session_id(&mem, &desk));
	assert_int_equal(RT_OK, rt_signed_in(rt, &mem, &me));
	assert_redis("0", "EXISTS sessions:1");
}

/* ---- how the cookie came ------------------------------------------------ */

static uint64_t id_by(enum rt_cookie_origin way, const char *secret)
{
	uint64_t id;

	rt_set_cookie_origin(rt, way);
	id = session(secret).id;
	rt_set_cookie_origin(rt, RT_COOKIE_HTTP);
	return id;
}

static void used_by(enum rt_cookie_origin way, const char *secret)
{
	struct rt_user me;

	rt_set_cookie_origin(rt, way);
	me = session(secret);
	assert_int_equal(RT_OK, rt_signed_in(rt, &mem, &me));
	rt_set_cookie_origin(rt, RT_COOKIE_HTTP);
}

TEST(in_a_doubtful_cookie)
{
	struct rt_user desk = enrolled("desk");
	const char *sealed = entry_of(&desk), *open = sealed;

	assert_non_null(strstr(sealed, " +desk"));
	assert_int_equal(0, id_by(RT_COOKIE_DOUBTFUL, desk.secret));
	assert_int_equal(1, id_by(RT_COOKIE_HTTPS, desk.secret));
	assert_int_equal(1, id_by(RT_COOKIE_HTTP, desk.secret));
	/* As the previous version has left it. */
	open = arena_printf(&mem, "%.*s desk", (int)strcspn(sealed, "+") - 1,
			    sealed);
	redis("HSET sessions:1 %s %s", rt_session_id(&mem, &desk), open);
	used_by(RT_COOKIE_HTTP, desk.secret);
	used_by(RT_COOKIE_DOUBTFUL, desk.secret);
	assert_string_equal(open, entry_of(&desk));
	assert_int_equal(1, id_by(RT_COOKIE_DOUBTFUL, desk.secret));
	used_by(RT_COOKIE_HTTPS, desk.secret);
	assert_string_equal(sealed, entry_of(&desk));
	assert_int_equal(0, id_by(RT_COOKIE_DOUBTFUL, desk.secret));
	assert_string_equal("desk", devices_of(desk.secret).v[0].what);
}

/* ---- older secrets ------------------------------------------------------ */

static void expect_claimed(const struct rt_user *u)
{
	struct rt_devices all = devices_of(u->secret);

	assert_redis("0", "HEXISTS user:1 auth");
	assert_redis("0", "EXISTS auths");
	assert_int_equal(1, session(u->secret).id);
	assert_int_equal(1, all.n);
	assert_null(all.v[0].what);
	assert_true(all.v[0].is_here);
}

/* Its forms, and other browsers that share it, continue to work. */
TEST(a_shared_one_becomes_a_device)
{
	struct rt_user alice = modern_member("alice");
	struct rt_user me = session(alice.secret);

	assert_null(me.device);
	assert_int_equal(RT_OK, rt_signed_in(rt, &mem, &me));
	expect_claimed(&alice);
	assert_int_equal(RT_OK, rt_signed_in(rt, &mem, &me));
	me = session(alice.secret);
	assert_string_equal(rt_csrf(&mem, &alice), rt_csrf(&mem, &me));
	assert_int_equal(RT_OK, rt_signed_in(rt, &mem, &me));
	expect_claimed(&alice);
}

/* The digest is already there. */
TEST(a_claim_that_was_cut_off)
{
	struct rt_user alice = modern_member("alice"), me;

	redis("HSET sessions:1 %s %s", rt_session_id(&mem, &alice),
	      arena_printf(&mem, "0 %s before the change", day_ago(&mem, 1)));
	me = session(alice.secret);
	assert_int_equal(1, me.id);
	assert_int_equal(RT_OK, rt_signed_in(rt, &mem, &me));
	expect_claimed(&alice);
}

/* The page had read it when another tab signed out. */
TEST(a_claim_that_comes_too_late)
{
	struct rt_user alice = modern_member("alice");
	struct rt_user me = session(alice.secret);

	assert_int_equal(RT_OK, rt_sign_out(rt, &mem, &me));
	assert_int_equal(RT_OK, rt_signed_in(rt, &mem, &me));
	assert_int_equal(0, session(alice.secret).id);
}

static void sweep(void)
{
	struct arena own = { 0 };

	assert_int_equal(RT_OK, rt_sessions_claim(rt, &own));
	arena_free(&own);
}

/* Those that do not contain their owner's id are PHP's, and end. */
TEST(the_sweep_claims_all)
{
	struct rt_user alice = modern_member("alice");
	struct rt_user bob = unit_member("bob");

	redis("HSET auths stale 1 stranger 77");
	sweep();
	expect_claimed(&alice);
	assert_int_equal(0, session(bob.secret).id);
	assert_redis("0", "HEXISTS user:2 auth");
	assert_redis("0", "EXISTS sessions:2");
	sweep();
	expect_claimed(&alice);
}

TEST(not_where_php_reads_them)
{
	struct rt_user alice = modern_member("alice"), me;

	sweep();
	me = session(alice.secret);
	assert_int_equal(RT_OK, rt_signed_in(rt, &mem, &me));
	assert_redis(alice.secret, "HGET user:1 auth");
	assert_redis("1", "HGET auths %s", alice.secret);
	assert_redis("0", "EXISTS sessions:1");
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
		FRESH(signing_out_ends_every_session),
		FRESH(signing_out_cut_off_after_its_first_step),
		FRESH(signing_out_twice),
		ADOPTED(each_browser_has_its_own),
		ADOPTED(signing_out_ends_one),
		ADOPTED(ending_the_one_on_a_lost_phone),
		ADOPTED(signing_out_everywhere),
		ADOPTED(an_older_generation_opens_nothing),
		ADOPTED(what_is_no_entry_opens_nothing),
		ADOPTED(one_ends_ninety_days_after_the_last_visit),
		ADOPTED(a_clock_that_is_wrong_deletes_none),
		ADOPTED(signing_in_deletes_those_that_have_ended),
		ADOPTED(the_day_is_noted_once),
		ADOPTED(in_a_doubtful_cookie),
		ADOPTED(a_shared_one_becomes_a_device),
		ADOPTED(a_claim_that_was_cut_off),
		ADOPTED(a_claim_that_comes_too_late),
		ADOPTED(the_sweep_claims_all),
		FRESH(not_where_php_reads_them),
	};

	return RUN_REDIS(tests);
}
