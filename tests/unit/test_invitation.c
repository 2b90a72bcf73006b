/* Links by which newcomers join: when a use is spent, and when it never is. */
#include "base/secret.h"
#include "libretwis/entry/invitation.h"
#include "checked.h"
#include "proxy.h"
#include "race.h"

#define PASSWORD "opensesame"
#define USES     5

static uint64_t alice;
static const char *link;

/* Alice, and her link for this many people. */
static const char *make_link(uint64_t uses)
{
	struct rt_invitations all;

	assert_int_equal(RT_OK, rt_invite(rt, &mem, alice, uses, 7));
	assert_int_equal(RT_OK, rt_invitations(rt, &mem, alice, &all));
	return arena_strdup(&mem, all.v[0].token);
}

static int invited(void **state)
{
	struct rt_user u;

	if (unit_fresh(state) || rt_register(rt, &mem, "alice", PASSWORD, &u))
		return -1;
	alice = u.id;
	link = make_link(USES);
	return 0;
}

static enum rt_err come(const char *name, const char *nonce)
{
	const struct rt_newcomer n = { .name = name,
				       .password = PASSWORD,
				       .invite = link,
				       .nonce = nonce };
	struct rt_user user;

	return rt_newcomer(rt, &mem, &n, &user);
}

static void expect_left(uint64_t left)
{
	assert_int_equal(left, redis_number("HGET invite:%s left", link));
}

static uint64_t members(void)
{
	return redis_number("HLEN users");
}

/* Ten minutes later the worker checks. */
static void later(void)
{
	const char *form = redis("ZRANGE {guests}:due 0 -1");

	if (!*form)
		return;
	redis("ZADD {guests}:due XX 1 %s", form);
	for (const char *at = strstr(form, "form:"); at; at = NULL) {
		const char *claim = redis("HGET invite:%s %s", link, at);

		if (claim && !strchr(claim, ' '))
			redis("HSET invite:%s %s 1", link, at);
		else if (claim)
			redis("HSET invite:%s %s 1%s", link, at,
			      strchr(claim, ' '));
	}
	assert_int_equal(RT_OK, rt_guests_run(rt, &mem));
	rt_end_request(rt);
}

static void expect_sound(void)
{
	struct rt_check how = { 0 };
	struct rt_checked checked;

	rt_end_request(rt);
	assert_int_equal(RT_OK, rt_check(unit_admin(), &how, &checked));
	assert_int_equal(0, checked.found[RT_BREAK]);
}

TEST(one_use_brings_one_member_and_both_follow)
{
	assert_int_equal(RT_OK, come("bob", "n1"));
	expect_left(4);
	assert_redis("1", "ZRANGE following:2 0 -1");
	assert_redis("2", "ZRANGE following:1 0 -1");
	assert_redis("1", "HGET user:2 invited_by");
	assert_redis("2", "ZRANGE invited:1 0 -1");
	checked_clean("joined by a link");
	later();
	expect_left(4);
	assert_redis("0", "ZCARD {guests}:due");
	expect_sound();
}

TEST(what_is_said_of_a_link)
{
	struct rt_invitations all;
	struct rt_invitation one;

	assert_int_equal(RT_OK, rt_invitation(rt, &mem, link, "n", &one));
	assert_int_equal(alice, one.by);
	assert_string_equal("alice", one.name);
	assert_int_equal(RT_OK, come("bob", "n1"));
	assert_int_equal(RT_OK, come("carl", "n2"));
	assert_int_equal(RT_OK, rt_invitations(rt, &mem, alice, &all));
	assert_int_equal(1, all.n);
	assert_int_equal(USES, all.v[0].uses);
	assert_int_equal(USES - 2, all.v[0].left);
	assert_int_equal(2, all.v[0].guests);
	assert_in_range(all.v[0].end, time(NULL) + 7 * 86400 - 60,
			time(NULL) + 7 * 86400);
	assert_in_range(redis_number("TTL invite:%s", link), 37 * 86400 - 60,
			37 * 86400);
}

/*
 * The same form again; with another name in it, since the first one is taken.
 */
TEST(a_form_costs_one_use)
{
	assert_int_equal(RT_TAKEN, come("alice", "n1"));
	expect_left(5);
	assert_int_equal(RT_OK, come("bob", "n1"));
	assert_int_equal(RT_TAKEN, come("bob", "n1"));
	expect_left(4);
	assert_int_equal(RT_TAKEN, come("bobby", "n1"));
	expect_left(4);
	assert_int_equal(2, members());
	assert_redis("0", "EXISTS user:3");
}

TEST(links_that_do_not_work)
{
	struct rt_invitation one;
	const char *const wrong[] = {
		"",
		"x",
		"%s",
		"../x",
		arena_printf(&mem, "%s0", link),
		secret_new_for(&mem, alice),
		secret_new_for(&mem, 99),
	};

	for (size_t i = 0; i < COUNT(wrong); i++)
		CHECK(wrong[i], rt_invitation(rt, &mem, wrong[i], "n", &one) ==
					RT_NOT_FOUND);
	for (int i = 0; i < USES; i++)
		assert_int_equal(RT_OK,
				 guest_claim(rt, &mem, link,
					     arena_printf(&mem, "n%d", i)));
	assert_int_equal(RT_NOT_FOUND,
			 rt_invitation(rt, &mem, link, "n", &one));
	/* But a form that has claimed a use continues. */
	assert_int_equal(RT_OK, rt_invitation(rt, &mem, link, "n3", &one));
	assert_int_equal(RT_NOT_FOUND, come("zoe", "n"));
	assert_int_equal(RT_OK, come("bob", "n3"));
	redis("HSET invite:%s end 1", link);
	assert_int_equal(RT_NOT_FOUND,
			 rt_invitation(rt, &mem, link, "n3", &one));
	assert_int_equal(RT_NOT_FOUND, come("carl", "n2"));
	assert_int_equal(2, members());
}

TEST(who_invites_has_to_be_there)
{
	struct rt_invitation one;

	assert_int_equal(RT_OK, unit_standing(alice, RT_SUSPENDED));
	assert_int_equal(RT_NOT_FOUND,
			 rt_invitation(rt, &mem, link, "n", &one));
	assert_int_equal(RT_OK, unit_standing(alice, RT_MEMBER));
	assert_int_equal(RT_OK, rt_invitation(rt, &mem, link, "n", &one));
}

TEST(revoked)
{
	struct rt_invitations all;

	assert_int_equal(RT_NOT_FOUND, rt_invite_revoke(rt, &mem, 2, link));
	assert_int_equal(RT_NOT_FOUND, rt_invite_revoke(rt, &mem, alice, ""));
	assert_int_equal(RT_OK, come("bob", "n1"));
	assert_int_equal(RT_OK, guest_claim(rt, &mem, link, "n2"));
	for (int i = 0; i < 2; i++)
		assert_int_equal(RT_OK,
				 rt_invite_revoke(rt, &mem, alice, link));
	assert_redis("0", "EXISTS invite:%s", link);
	assert_int_equal(RT_NOT_FOUND, come("carl", "n2"));
	assert_int_equal(RT_OK, rt_invitations(rt, &mem, alice, &all));
	assert_int_equal(0, all.n);
	assert_int_equal(2, members());
}

TEST(twenty_links_and_no_more)
{
	struct rt_invitations all;

	for (int i = 1; i < RT_INVITES; i++)
		make_link(1);
	assert_int_equal(RT_DENIED, rt_invite(rt, &mem, alice, 1, 1));
	assert_string_equal(
		"20",
		redis("EVAL %s 0", "return #redis.call('KEYS', 'invite:*')"));
	redis("ZADD invites:1 XX %lld %s", (long long)time(NULL) - 1, link);
	assert_int_equal(RT_OK, rt_invite(rt, &mem, alice, 1, 1));
	assert_int_equal(RT_OK, rt_invitations(rt, &mem, alice, &all));
	assert_int_equal(RT_INVITES + 1, all.n);
	redis("ZADD invites:1 XX 5 %s", link);
	assert_int_equal(RT_DENIED, rt_invite(rt, &mem, alice, 1, 1));
	assert_redis("20", "ZCARD invites:1");
}

TEST(a_claim_without_a_member_is_given_back)
{
	assert_int_equal(RT_OK, guest_claim(rt, &mem, link, "n1"));
	expect_left(4);
	assert_int_equal(RT_OK, rt_guests_run(rt, &mem));
	expect_left(4);
	later();
	expect_left(5);
	assert_redis("0", "ZCARD {guests}:due");
	/* The form may still arrive, and then claims a use again. */
	assert_int_equal(RT_OK, come("bob", "n1"));
	expect_left(4);
}

TEST(a_form_that_was_sent_again_has_another_ten_minutes)
{
	assert_int_equal(RT_OK, guest_claim(rt, &mem, link, "n1"));
	redis("ZADD {guests}:due XX 1 %s", redis("ZRANGE {guests}:due 0 -1"));
	assert_int_equal(RT_OK, rt_guests_run(rt, &mem));
	expect_left(4);
	assert_redis("1", "ZCARD {guests}:due");
}

TEST(who_leaves_takes_the_links_along)
{
	struct rt_removal r;

	assert_int_equal(RT_OK, come("bob", "n1"));
	assert_int_equal(RT_OK, rt_removal(rt, &mem, "alice", &r));
	assert_int_equal(RT_OK, rt_remove_member(rt, &r, NULL));
	assert_redis("0", "EXISTS invites:1 invite:%s", link);
	assert_redis("0", "EXISTS invited:1");
	assert_null(redis("HGET user:2 invited_by"));
	later();
	assert_redis("0", "EXISTS invite:%s", link);
}

TEST(who_was_invited_leaves_alone)
{
	struct rt_removal r;

	assert_int_equal(RT_OK, come("bob", "n1"));
	assert_int_equal(RT_OK, come("carl", "n2"));
	assert_int_equal(RT_OK, rt_removal(rt, &mem, "bob", &r));
	assert_int_equal(RT_OK, rt_remove_member(rt, &r, NULL));
	assert_redis("3", "ZRANGE invited:1 0 -1");
	assert_redis("1", "HGET user:3 invited_by");
	checked_clean("without bob");
}

/* An entry that somebody else has written does not change whose guest it is. */
TEST(only_whose_guest_it_is_is_forgotten)
{
	struct rt_removal r;
	struct rt_user dora;

	assert_int_equal(RT_OK, come("bob", "n1"));
	assert_int_equal(RT_OK,
			 rt_register(rt, &mem, "dora", PASSWORD, &dora));
	redis("ZADD invited:3 5 2");
	assert_int_equal(RT_OK, rt_removal(rt, &mem, "dora", &r));
	assert_int_equal(RT_OK, rt_remove_member(rt, &r, NULL));
	assert_redis("1", "HGET user:2 invited_by");
	assert_redis("0", "EXISTS invited:3");
}

TEST(nobody_invited_a_member_without_a_link)
{
	assert_null(redis("HGET user:1 invited_by"));
}

/* ---- at the same time --------------------------------------------------- */

static int run_come(int n)
{
	return (int)come(arena_printf(&mem, "guest%d", n),
			 arena_printf(&mem, "nonce%d", n));
}

TEST(a_dozen_on_a_link_for_five)
{
	int result[RACERS];

	race(run_come, result);
	assert_int_equal(USES, race_count(result, RT_OK));
	assert_int_equal(RACERS - USES, race_count(result, RT_NOT_FOUND));
	assert_int_equal(1 + USES, members());
	expect_left(0);
}

static int run_same_form(int n)
{
	return (int)come(arena_printf(&mem, "guest%d", n), "nonce");
}

TEST(a_dozen_names_in_one_form)
{
	int result[RACERS];

	race(run_same_form, result);
	assert_int_equal(1, race_count(result, RT_OK));
	assert_int_equal(RACERS - 1, race_count(result, RT_TAKEN));
	assert_int_equal(2, members());
	expect_left(USES - 1);
}

static int run_double_click(__attribute__((unused)) int n)
{
	return (int)come("bob", "nonce");
}

TEST(a_button_that_is_pressed_a_dozen_times)
{
	int result[RACERS];
	struct rt_user bob;

	race(run_double_click, result);
	assert_int_equal(1, race_count(result, RT_OK));
	assert_int_equal(RACERS - 1, race_count(result, RT_TAKEN));
	assert_int_equal(RT_TAKEN, come("other", "nonce"));
	assert_int_equal(2, members());
	expect_left(USES - 1);
	assert_int_equal(RT_OK, rt_sign_in(rt, &mem, "bob", PASSWORD, &bob));
	expect_sound();
}

/* ---- killed ------------------------------------------------------------ */

static void run_bob(void)
{
	come("bob", "n1");
}

/*
 * If it is sent again, the form makes one member and spends one use; or else
 * the worker gives the use back. At no time is there a member without a spent
 * use.
 */
static void expect_one_for_one(unsigned commands, bool comes_again)
{
	enum rt_err err = comes_again ? come("bob", "n1") : RT_OK;

	if (err && err != RT_TAKEN)
		fail_msg("%u commands: %s", commands, rt_strerror(err));
	later();
	later();
	if (redis_number("HGET invite:%s left", link) + members() != 1 + USES)
		fail_msg("%u commands: %s left, %s members", commands,
			 redis("HGET invite:%s left", link),
			 redis("HLEN users"));
	if (comes_again)
		assert_int_equal(2, members());
	expect_sound();
}

static void killed(bool comes_again)
{
	bool ended = false;

	for (unsigned commands = 0; !ended; commands++) {
		assert_int_equal(0, invited(NULL));
		ended = proxy_run(commands, run_bob);
		expect_one_for_one(commands, comes_again);
		unit_forget(NULL);
		assert_true(commands < 60);
	}
	assert_int_equal(0, invited(NULL));
}

TEST(killed_between_any_two_commands_and_sent_again)
{
	killed(true);
}

TEST(killed_between_any_two_commands_for_ever)
{
	killed(false);
}

ON_MANY(killed_between_any_two_commands_and_sent_again)
ON_MANY(killed_between_any_two_commands_for_ever)

#define INVITED(test)                                                         \
	cmocka_unit_test_setup_teardown(test, invited, unit_forget)

int main(void)
{
	const struct CMUnitTest tests[] = {
		INVITED(one_use_brings_one_member_and_both_follow),
		INVITED(what_is_said_of_a_link),
		INVITED(a_form_costs_one_use),
		INVITED(links_that_do_not_work),
		INVITED(who_invites_has_to_be_there),
		INVITED(revoked),
		INVITED(twenty_links_and_no_more),
		INVITED(a_claim_without_a_member_is_given_back),
		INVITED(a_form_that_was_sent_again_has_another_ten_minutes),
		INVITED(who_leaves_takes_the_links_along),
		INVITED(who_was_invited_leaves_alone),
		INVITED(only_whose_guest_it_is_is_forgotten),
		INVITED(nobody_invited_a_member_without_a_link),
		INVITED(a_dozen_on_a_link_for_five),
		INVITED(a_dozen_names_in_one_form),
		INVITED(a_button_that_is_pressed_a_dozen_times),
		INVITED(killed_between_any_two_commands_and_sent_again),
		INVITED(killed_between_any_two_commands_and_sent_again_on_many),
		INVITED(killed_between_any_two_commands_for_ever),
		INVITED(killed_between_any_two_commands_for_ever_on_many),
	};

	return RUN_REDIS(tests);
}
