/* How often you may do what; and that nobody can lock anybody else out. */
#include "libretwis/member/rate_limit.h"

#include "libretwis/site/site_hmac.h"
#include "unit.h"

#define PASSWORD "opensesame"
#define HOME     "192.0.2.1"
#define ROAD     "198.51.100.7"

/*
 * Windows of days, each of a different length. A host has shorter ones; with
 * these, the results are the same even if a machine is so busy that a test
 * takes an hour.
 */
#define DAYS 100000
#define HOUR 3600

static const struct rt_rate rates[RT_RATES] = {
	[RT_RATE_SIGN_IN] = { 3, 6 * DAYS },
	[RT_RATE_SIGN_IN_ADDRESS] = { 8, 10 * DAYS },
	[RT_RATE_SIGN_IN_NAME] = { 5, 20 * DAYS },
	[RT_RATE_REGISTER] = { 2, 30 * DAYS },
	[RT_RATE_POST] = { 2, 5 * DAYS },
	[RT_RATE_FOLLOW] = { 2, 4 * DAYS },
	[RT_RATE_LIKE] = { 2, 3 * DAYS },
};

static struct rt_user alice;

/* The word in the cookie of the current browser. */
static const char *browser;

/* Nobody has signed in from anywhere yet: both members were made by a host. */
static int limited(void **state)
{
	struct rt_user bob;

	if (unit_fresh(state) != 0 ||
	    rt_register(rt, &mem, "alice", PASSWORD, &alice) ||
	    rt_register(rt, &mem, "bob", PASSWORD, &bob))
		return -1;
	memcpy(conf.rate, rates, sizeof rates);
	browser = NULL;
	return 0;
}

static enum rt_err sign_in(const char *from, const char *name,
			   const char *password)
{
	struct rt_user user;
	enum rt_err err;

	rt_visitor(rt, from, browser);
	err = rt_sign_in(rt, &mem, name, password, &user);
	rt_end_request(rt);
	return err;
}

static void expect_denied(int times, const char *from, const char *name)
{
	for (int i = 0; i < times; i++)
		assert_int_equal(RT_DENIED, sign_in(from, name, "wrong"));
}

/* The visitor waits for the end of that window, which has just begun. */
static void expect_wait(enum rt_rate_kind kind)
{
	assert_in_range(rt_retry_after(rt), rates[kind].seconds - HOUR,
			rates[kind].seconds);
}

/* Every counter expires, whatever was done. */
static void expect_ends(void)
{
	assert_redis(
		"0", "EVAL %s 0",
		"local n = 0 for _, key in ipairs(redis.call('KEYS', '*')"
		") do if (key:find('^limit:') or key:find('^known:')) and "
		"redis.call('TTL', key) < 0 then n = n + 1 end end "
		"return n");
}

static void end_window(const char *what)
{
	redis("EVAL %s 0 %s",
	      "for _, key in ipairs(redis.call('KEYS', ARGV[1])) do "
	      "redis.call('DEL', key) end",
	      what);
}

/* ---- signing in -------------------------------------------------------- */

TEST(so_many_wrong_passwords_for_a_name)
{
	expect_denied(3, HOME, "alice");
	assert_int_equal(RT_LIMITED, sign_in(HOME, "alice", "wrong"));
	expect_wait(RT_RATE_SIGN_IN);
	assert_int_equal(RT_LIMITED, sign_in(HOME, "ALICE", PASSWORD));
	assert_int_equal(RT_LIMITED, sign_in(HOME, " @alice ", PASSWORD));
	expect_ends();
	end_window("limit:sign-in:*");
	assert_int_equal(RT_OK, sign_in(HOME, "alice", PASSWORD));
}

TEST(a_name_that_nobody_has_is_counted_alike)
{
	expect_denied(3, HOME, "nobody");
	assert_int_equal(RT_LIMITED, sign_in(HOME, "nobody", "wrong"));
}

TEST(good_ones_do_not_count)
{
	expect_denied(2, HOME, "alice");
	for (int i = 0; i < 20; i++) {
		assert_int_equal(RT_OK, sign_in(HOME, "alice", PASSWORD));
		assert_int_equal(RT_OK, sign_in(HOME, "bob", PASSWORD));
	}
	expect_ends();
	/* Nor do they take back wrong ones. */
	expect_denied(1, HOME, "alice");
	assert_int_equal(RT_LIMITED, sign_in(HOME, "alice", PASSWORD));
}

TEST(who_guesses_elsewhere_locks_nobody_out)
{
	expect_denied(3, ROAD, "alice");
	assert_int_equal(RT_LIMITED, sign_in(ROAD, "alice", PASSWORD));
	assert_int_equal(RT_OK, sign_in(HOME, "alice", PASSWORD));
}

static const char *address(int n)
{
	return arena_printf(&mem, "203.0.113.%d", n);
}

/*
 * One guess from each of many addresses; but two from each are always checked.
 */
static void guess_from_everywhere(const char *name)
{
	for (int i = 0; i < 5; i++)
		expect_denied(1, address(i), name);
	expect_denied(2, address(5), name);
	assert_int_equal(RT_LIMITED, sign_in(address(5), name, "wrong"));
	expect_wait(RT_RATE_SIGN_IN_NAME);
}

TEST(many_addresses_do_not_guess_at_one_name)
{
	guess_from_everywhere("alice");
	expect_denied(2, ROAD, "alice");
	assert_int_equal(RT_LIMITED, sign_in(ROAD, "alice", PASSWORD));
	assert_int_equal(RT_OK, sign_in(address(5), "bob", PASSWORD));
	expect_ends();
	end_window("limit:sign-in-name:*");
	assert_int_equal(RT_LIMITED, sign_in(ROAD, "alice", PASSWORD));
	end_window("limit:sign-in:*");
	assert_int_equal(RT_OK, sign_in(ROAD, "alice", PASSWORD));
}

TEST(nor_do_they_lock_the_member_out)
{
	assert_int_equal(RT_OK, sign_in(HOME, "alice", PASSWORD));
	guess_from_everywhere("alice");
	/* Nor at a place where she has never been. */
	expect_denied(1, ROAD, "alice");
	assert_int_equal(RT_OK, sign_in(ROAD, "alice", PASSWORD));
	assert_int_equal(RT_OK, sign_in(HOME, "Alice", PASSWORD));
	/* A known place does not permit guessing. */
	expect_denied(3, HOME, "alice");
	assert_int_equal(RT_LIMITED, sign_in(HOME, "alice", "wrong"));
}

TEST(who_has_registered_is_known_there)
{
	struct rt_user carol;

	rt_visitor(rt, HOME, NULL);
	assert_int_equal(RT_OK,
			 rt_register(rt, &mem, "carol", PASSWORD, &carol));
	rt_end_request(rt);
	guess_from_everywhere("carol");
	assert_int_equal(RT_OK, sign_in(HOME, "carol", PASSWORD));
}

TEST(an_address_does_not_guess_at_many_names)
{
	assert_int_equal(RT_OK, sign_in(HOME, "bob", PASSWORD));
	for (int i = 0; i < 8; i++)
		expect_denied(1, HOME, arena_printf(&mem, "name%d", i));
	assert_int_equal(RT_LIMITED, sign_in(HOME, "alice", PASSWORD));
	expect_wait(RT_RATE_SIGN_IN_ADDRESS);
	/* A member who is known there is not locked out with the stranger. */
	assert_int_equal(RT_OK, sign_in(HOME, "bob", PASSWORD));
	assert_int_equal(RT_OK, sign_in(ROAD, "alice", PASSWORD));
}

/*
 * At one address that many share, and travelling, at an address that nobody
 * has used.
 */
TEST(a_browser_has_a_counter_of_its_own)
{
	struct rt_user user;
	const char *hers;

	rt_visitor(rt, HOME, NULL);
	assert_int_equal(RT_OK,
			 rt_sign_in(rt, &mem, "alice", PASSWORD, &user));
	hers = rt_browser(rt);
	assert_int_equal(32, strlen(hers));
	rt_end_request(rt);
	assert_null(rt_browser(rt));
	expect_denied(3, HOME, "alice");
	assert_int_equal(RT_LIMITED, sign_in(HOME, "alice", PASSWORD));
	guess_from_everywhere("alice");
	browser = hers;
	assert_int_equal(RT_OK, sign_in(HOME, "alice", PASSWORD));
	assert_int_equal(RT_OK, sign_in(ROAD, "alice", PASSWORD));
	/*
	 * This does not permit guessing, either, for alice's password or for
	 * others.
	 */
	expect_denied(3, address(77), "alice");
	assert_int_equal(RT_LIMITED, sign_in(address(78), "alice", PASSWORD));
	expect_denied(3, address(79), "bob");
	assert_int_equal(RT_LIMITED, sign_in(address(79), "bob", PASSWORD));
	expect_ends();
}

TEST(a_browser_that_says_anything_is_no_other)
{
	browser = "0123456789abcdef0123456789abcdef";
	expect_denied(3, HOME, "alice");
	assert_int_equal(RT_LIMITED, sign_in(HOME, "alice", PASSWORD));
	browser = "0123456789abcdef0123456789abcdee";
	assert_int_equal(RT_LIMITED, sign_in(HOME, "alice", PASSWORD));
}

/* The cookie after the visitor has signed in with this one. */
static const char *cookie_after(const char *name, const char *sent)
{
	struct rt_user user;
	const char *cookie;

	rt_visitor(rt, ROAD, sent);
	assert_int_equal(RT_OK, rt_sign_in(rt, &mem, name, PASSWORD, &user));
	cookie = rt_browser(rt);
	rt_end_request(rt);
	return cookie;
}

/* Whether the member is known by this cookie, at an address that is new. */
static bool is_known_by(const char *name, const char *sent)
{
	bool is_known;

	conf.rate[RT_RATE_SIGN_IN_ADDRESS] = (struct rt_rate){ 1, HOUR };
	redis("DEL limit:sign-in-address:192.0.2.200");
	browser = NULL;
	expect_denied(1, "192.0.2.200", "nobody");
	browser = sent;
	is_known = sign_in("192.0.2.200", name, "wrong") == RT_DENIED;
	conf.rate[RT_RATE_SIGN_IN_ADDRESS] = rates[RT_RATE_SIGN_IN_ADDRESS];
	return is_known;
}

/* Somebody has put a cookie into her browser, and waits until it is known. */
TEST(a_browser_that_was_given_a_word_gets_another)
{
	const char *planted = "0123456789abcdef0123456789abcdef";
	const char *hers = cookie_after("alice", planted);

	assert_int_equal(65, strlen(hers));
	assert_string_equal(planted, hers + 33);
	assert_false(is_known_by("alice", planted));
	assert_true(is_known_by("alice", hers));
	assert_string_equal(hers, cookie_after("alice", hers));
}

TEST(a_family_shares_a_browser)
{
	const char *one = cookie_after("alice", NULL);
	const char *both = cookie_after("bob", one);

	assert_int_equal(65, strlen(both));
	assert_true(is_known_by("alice", both));
	assert_true(is_known_by("bob", both));
	assert_string_equal(both, cookie_after("alice", both));
	/* And no more than four of them. */
	both = arena_printf(&mem, "%.32s.%.32s.%.32s.%s", one, UNIT_KEY,
			    UNIT_KEY, one);
	assert_int_equal(4 * 33 - 1, strlen(cookie_after("bob", both)));
}

TEST(strangers_leave_room_for_members)
{
	assert_int_equal(RT_OK, sign_in(HOME, "alice", PASSWORD));
	conf.rate[RT_RATE_SIGN_IN_ALL] = (struct rt_rate){ 3, HOUR };
	expect_denied(1, address(1), "alice");
	expect_denied(1, address(2), "nobody");
	/* A hash is a hash, even for a right password. */
	assert_int_equal(RT_OK, sign_in(address(3), "bob", PASSWORD));
	assert_int_equal(RT_LATE, sign_in(address(4), "alice", PASSWORD));
	assert_in_range(rt_retry_after(rt), HOUR - 60, HOUR);
	assert_int_equal(RT_LATE, sign_in(address(5), "nobody", "wrong"));
	/* Those have left no other trace. */
	assert_redis("0", "GET limit:sign-in-address:%s", address(5));
	for (int i = 0; i < 5; i++)
		assert_int_equal(RT_OK, sign_in(HOME, "alice", PASSWORD));
	rt_visitor(rt, address(6), NULL);
	assert_int_equal(RT_LATE, rt_register(rt, &mem, "carol", PASSWORD,
					      &(struct rt_user){ 0 }));
	rt_end_request(rt);
	assert_redis("0", "GET limit:register:%s", address(6));
	assert_redis("0", "HEXISTS users carol");
}

/* What another limit refuses costs no hash, and takes nothing from others. */
TEST(who_is_refused_is_none_of_them)
{
	conf.rate[RT_RATE_SIGN_IN_ALL] = (struct rt_rate){ 9, HOUR };
	for (int i = 0; i < 8; i++)
		expect_denied(1, HOME, arena_printf(&mem, "nobody%d", i));
	assert_int_equal(RT_LIMITED, sign_in(HOME, "another", "wrong"));
	assert_int_equal(RT_LIMITED, sign_in(HOME, "another", "wrong"));
	assert_redis("8", "GET limit:sign-in-all:site");
}

/*
 * Otherwise one person who never gives up could shut out a whole address, or a
 * name.
 */
TEST(who_is_refused_counts_nowhere_else)
{
	expect_denied(3, HOME, "alice");
	for (int i = 0; i < 20; i++)
		assert_int_equal(RT_LIMITED, sign_in(HOME, "alice", "wrong"));
	assert_int_equal(RT_OK, sign_in(HOME, "bob", PASSWORD));
	assert_int_equal(RT_OK, sign_in(ROAD, "alice", PASSWORD));
}

/* A name of any bytes and any length becomes a key of the same form. */
TEST(keys_hold_digests)
{
	char name[5000];

	memset(name, '\xff', sizeof name - 1);
	name[sizeof name - 1] = '\0';
	expect_denied(1, HOME, name);
	assert_int_equal(strlen("limit:sign-in:") + 64,
			 strlen(redis("KEYS limit:sign-in:*")));
	assert_redis(
		arena_printf(&mem, "limit:sign-in-name:%s",
			     rt_site_hmac(rt, &mem, "sign-in-name", name)),
		"KEYS limit:sign-in-name:*");
	assert_redis("limit:sign-in-address:" HOME,
		     "KEYS limit:sign-in-address:*");
}

/* The counter that a right one takes back may have expired by then. */
TEST(nothing_is_taken_back_below_zero)
{
	struct rt_pipe p;

	rt_pipe_begin(&p, rt, &mem);
	limit_take_back(&p, "gone");
	assert_int_equal(RT_OK, rt_pipe_end(&p));
	assert_redis("0", "EXISTS limit:gone");
	redis("SET limit:gone 1 EX %d", DAYS);
	for (int i = 0; i < 2; i++) {
		rt_pipe_begin(&p, rt, &mem);
		limit_take_back(&p, "gone");
		assert_int_equal(RT_OK, rt_pipe_end(&p));
		assert_redis("0", "GET limit:gone");
	}
	assert_in_range(redis_number("TTL limit:gone"), DAYS - HOUR, DAYS);
}

/* ---- the limit of a day ------------------------------------------------- */

#define CEILING 12

static void set_ceiling(void)
{
	conf.rate[RT_RATE_SIGN_IN_DAY] = (struct rt_rate){ CEILING, 7 * DAYS };
}

/* This many, from as many addresses: the hourly limit allows each of them. */
static void probe_ceiling(const char *name)
{
	for (int i = 0; i < CEILING; i++)
		expect_denied(1, address(100 + i), name);
}

TEST(no_address_guesses_above_the_ceiling)
{
	set_ceiling();
	probe_ceiling("alice");
	assert_int_equal(RT_LIMITED, sign_in(ROAD, "alice", PASSWORD));
	assert_in_range(rt_retry_after(rt), 7 * DAYS - HOUR, 7 * DAYS);
	assert_int_equal(RT_LIMITED, sign_in(address(1), "ALICE", PASSWORD));
	assert_int_equal(RT_OK, sign_in(ROAD, "bob", PASSWORD));
	expect_ends();
	end_window("limit:sign-in-day:*");
	assert_int_equal(RT_OK, sign_in(address(2), "alice", PASSWORD));
}

TEST(nor_is_who_was_here_locked_out)
{
	struct rt_user user;
	const char *hers;

	set_ceiling();
	rt_visitor(rt, HOME, NULL);
	assert_int_equal(RT_OK,
			 rt_sign_in(rt, &mem, "alice", PASSWORD, &user));
	hers = rt_browser(rt);
	rt_end_request(rt);
	probe_ceiling("alice");
	browser = hers;
	assert_int_equal(RT_OK, sign_in(ROAD, "alice", PASSWORD));
	browser = NULL;
	assert_int_equal(RT_OK, sign_in(HOME, "alice", PASSWORD));
	assert_int_equal(RT_LIMITED, sign_in(address(1), "alice", PASSWORD));
	/* Nor by the guesses of a known member: those count elsewhere. */
	expect_denied(3, HOME, "alice");
	assert_redis(arena_printf(&mem, "%d", CEILING + 1),
		     "GET limit:sign-in-day:%s",
		     rt_site_hmac(rt, &mem, "sign-in-name", "alice"));
}

TEST(a_right_one_is_not_under_the_ceiling)
{
	set_ceiling();
	for (int i = 0; i < 2 * CEILING; i++)
		assert_int_equal(RT_OK,
				 sign_in(address(100 + i), "bob", PASSWORD));
	assert_redis("0", "GET limit:sign-in-day:%s",
		     rt_site_hmac(rt, &mem, "sign-in-name", "bob"));
}

TEST(nobody_is_under_it_too)
{
	set_ceiling();
	probe_ceiling("nobody");
	assert_int_equal(RT_LIMITED, sign_in(ROAD, "nobody", "wrong"));
}

/* A host's link is not limited, and its new password works from then on. */
TEST(a_link_for_a_new_password_is_not_blocked)
{
	struct rt_password_change r = { .password = "another password" };
	struct rt_user user = { 0 };
	const char *token;

	set_ceiling();
	probe_ceiling("alice");
	assert_int_equal(RT_OK,
			 rt_reset_begin(rt, &mem, &alice, &nobody, &token));
	rt_visitor(rt, ROAD, NULL);
	assert_int_equal(RT_OK, rt_reset_find(rt, &mem, token, &user));
	assert_int_equal(RT_OK, rt_reset(rt, &mem, token, &r, &user));
	rt_end_request(rt);
	assert_int_equal(RT_OK, sign_in(ROAD, "alice", r.password));
}

/* ---- networks ---------------------------------------------------------- */

#define WIDE(n) arena_printf(&mem, "2001:db8:7:%x::/64", n)

TEST(a_network_of_48_bits_is_one_address)
{
	for (int i = 0; i < 3; i++)
		expect_denied(1, WIDE(i), "alice");
	assert_int_equal(RT_LIMITED, sign_in(WIDE(3), "alice", PASSWORD));
	assert_int_equal(RT_OK,
			 sign_in("2001:db8:8:1::/64", "alice", PASSWORD));
	for (int i = 0; i < 5; i++)
		expect_denied(1, WIDE(4), arena_printf(&mem, "somebody%d", i));
	assert_int_equal(RT_LIMITED, sign_in(WIDE(5), "bob", PASSWORD));
	expect_wait(RT_RATE_SIGN_IN_ADDRESS);
	assert_redis("limit:sign-in-address:2001:db8:7::/48",
		     "KEYS limit:sign-in-address:*7::*");
	expect_ends();
}

TEST(but_who_is_known_is_known_more_closely)
{
	assert_int_equal(RT_OK, sign_in(WIDE(1), "alice", PASSWORD));
	expect_denied(3, WIDE(2), "alice");
	assert_int_equal(RT_LIMITED, sign_in(WIDE(3), "alice", PASSWORD));
	assert_int_equal(RT_OK, sign_in(WIDE(1), "alice", PASSWORD));
	expect_denied(3, WIDE(1), "alice");
	assert_int_equal(RT_LIMITED, sign_in(WIDE(1), "alice", PASSWORD));
}

/* ---- registering ------------------------------------------------------- */

static enum rt_err enrol(const char *from, const char *name)
{
	struct rt_user user;
	enum rt_err err;

	rt_visitor(rt, from, NULL);
	err = rt_register(rt, &mem, name, PASSWORD, &user);
	rt_end_request(rt);
	return err;
}

TEST(so_many_registrations_of_an_address)
{
	assert_int_equal(RT_OK, enrol(HOME, "one"));
	assert_int_equal(RT_TAKEN, enrol(HOME, "one"));
	assert_int_equal(RT_LIMITED, enrol(HOME, "two"));
	expect_wait(RT_RATE_REGISTER);
	assert_redis("0", "HEXISTS users two");
	assert_int_equal(RT_OK, enrol(ROAD, "two"));
	expect_ends();
	end_window("limit:register:*");
	assert_int_equal(RT_OK, enrol(HOME, "three"));
}

/* ---- members ----------------------------------------------------------- */

static enum rt_err post(uint64_t *id)
{
	const struct rt_draft draft = { .body = "hello" };

	return rt_post_create(rt, &mem, &alice, &draft, id);
}

TEST(so_many_posts_and_reposts)
{
	uint64_t first, id = 77;

	assert_int_equal(RT_OK, post(&first));
	rt_visitor(rt, HOME, NULL);
	assert_int_equal(RT_OK, post(&id));
	assert_int_equal(RT_OK, rt_repost(rt, &mem, &alice, first));
	id = 77;
	assert_int_equal(RT_LIMITED, post(&id));
	expect_wait(RT_RATE_POST);
	assert_int_equal(77, id);
	assert_int_equal(RT_LIMITED, rt_repost(rt, &mem, &alice, id));
	/* Undoing something is never refused. */
	assert_int_equal(RT_OK, rt_unrepost(rt, &mem, &alice, first));
	assert_redis("2", "LLEN own:1");
	/* From another address it is the same member. */
	rt_visitor(rt, ROAD, NULL);
	assert_int_equal(RT_LIMITED, post(&id));
	expect_ends();
	end_window("limit:post:*");
	assert_int_equal(RT_OK, post(&id));
}

TEST(so_many_follows)
{
	rt_visitor(rt, HOME, NULL);
	assert_int_equal(RT_OK, rt_follow(rt, &mem, 1, 2));
	assert_int_equal(RT_OK, rt_follow(rt, &mem, 1, 2));
	assert_int_equal(RT_OK, rt_unfollow(rt, &mem, 1, 2));
	assert_int_equal(RT_LIMITED, rt_follow(rt, &mem, 1, 2));
	expect_wait(RT_RATE_FOLLOW);
	assert_redis("0", "EXISTS following:1");
	/* There is nothing to stop any more. */
	assert_int_equal(RT_LIMITED, rt_unfollow(rt, &mem, 1, 2));
	assert_int_equal(RT_OK, rt_follow(rt, &mem, 2, 1));
	expect_ends();
	end_window("limit:follow:*");
	assert_int_equal(RT_OK, rt_follow(rt, &mem, 1, 2));
}

TEST(so_many_likes)
{
	uint64_t id;

	assert_int_equal(RT_OK, post(&id));
	rt_visitor(rt, HOME, NULL);
	assert_int_equal(RT_OK,
			 rt_like(rt, &mem, &(struct rt_user){ .id = 2 }, id));
	assert_int_equal(
		RT_OK, rt_unlike(rt, &mem, &(struct rt_user){ .id = 2 }, id));
	assert_int_equal(RT_OK,
			 rt_like(rt, &mem, &(struct rt_user){ .id = 2 }, id));
	assert_int_equal(
		RT_OK, rt_unlike(rt, &mem, &(struct rt_user){ .id = 2 }, id));
	assert_int_equal(RT_LIMITED,
			 rt_like(rt, &mem, &(struct rt_user){ .id = 2 }, id));
	expect_wait(RT_RATE_LIKE);
	assert_redis("0", "ZCARD likes:" ID, id);
	expect_ends();
	end_window("limit:like:*");
	assert_int_equal(RT_OK,
			 rt_like(rt, &mem, &(struct rt_user){ .id = 2 }, id));
}

TEST(hosts_are_not_limited)
{
	struct rt_user user;
	uint64_t id;

	for (int i = 0; i < 5; i++) {
		assert_int_equal(RT_OK, post(&id));
		assert_int_equal(
			RT_OK,
			rt_like(rt, &mem, &(struct rt_user){ .id = 2 }, id));
		assert_int_equal(RT_DENIED, rt_sign_in(rt, &mem, "alice",
						       "wrong", &user));
	}
	assert_redis("", "KEYS limit:*");
	assert_redis("", "KEYS known:*");
}

/* ---- Redis full, or away ----------------------------------------------- */

/* No guess goes uncounted, and freeing memory is not refused. */
TEST(full_is_told_as_full)
{
	uint64_t id = 77;

	rt_visitor(rt, HOME, NULL);
	assert_int_equal(RT_OK, rt_follow(rt, &mem, 1, 2));
	assert_int_equal(RT_OK, post(&id));
	assert_redis("OK", "CONFIG SET maxmemory 1");
	assert_int_equal(RT_FULL, post(&id));
	assert_int_equal(RT_FULL, rt_follow(rt, &mem, 2, 1));
	assert_int_equal(RT_FULL,
			 rt_like(rt, &mem, &(struct rt_user){ .id = 1 }, id));
	assert_int_equal(RT_OK, rt_unfollow(rt, &mem, 1, 2));
	assert_int_equal(
		RT_OK, rt_unlike(rt, &mem, &(struct rt_user){ .id = 1 }, id));
	assert_int_equal(RT_FULL, sign_in(HOME, "alice", PASSWORD));
	assert_int_equal(RT_FULL, enrol(HOME, "carol"));
	assert_redis("OK", "CONFIG SET maxmemory 0");
	assert_int_equal(RT_OK, sign_in(HOME, "alice", PASSWORD));
	expect_ends();
}

TEST(away_is_told_as_away)
{
	uint64_t id = 77;

	conf.servers.redis = "unix:/nonexistent/redis.sock";
	rt_close(rt);
	rt = rt_open(&conf);
	assert_int_equal(RT_DOWN, sign_in(HOME, "alice", PASSWORD));
	assert_int_equal(RT_DOWN, enrol(HOME, "carol"));
	rt_visitor(rt, HOME, NULL);
	assert_int_equal(RT_DOWN, post(&id));
	assert_int_equal(RT_DOWN, rt_follow(rt, &mem, 1, 2));
	assert_int_equal(77, id);
}

TEST(each_can_be_switched_off)
{
	uint64_t id;

	memset(conf.rate, 0, sizeof conf.rate);
	expect_denied(10, HOME, "alice");
	rt_visitor(rt, HOME, NULL);
	for (int i = 0; i < 5; i++)
		assert_int_equal(RT_OK, post(&id));
	assert_redis("", "KEYS limit:*");
}

#define LIMITED(test)                                                         \
	cmocka_unit_test_setup_teardown(test, limited, unit_forget)

int main(void)
{
	const struct CMUnitTest tests[] = {
		LIMITED(so_many_wrong_passwords_for_a_name),
		LIMITED(a_name_that_nobody_has_is_counted_alike),
		LIMITED(good_ones_do_not_count),
		LIMITED(who_guesses_elsewhere_locks_nobody_out),
		LIMITED(many_addresses_do_not_guess_at_one_name),
		LIMITED(nor_do_they_lock_the_member_out),
		LIMITED(who_has_registered_is_known_there),
		LIMITED(an_address_does_not_guess_at_many_names),
		LIMITED(a_browser_has_a_counter_of_its_own),
		LIMITED(a_browser_that_says_anything_is_no_other),
		LIMITED(a_browser_that_was_given_a_word_gets_another),
		LIMITED(a_family_shares_a_browser),
		LIMITED(strangers_leave_room_for_members),
		LIMITED(who_is_refused_is_none_of_them),
		LIMITED(who_is_refused_counts_nowhere_else),
		LIMITED(keys_hold_digests),
		LIMITED(nothing_is_taken_back_below_zero),
		LIMITED(no_address_guesses_above_the_ceiling),
		LIMITED(nor_is_who_was_here_locked_out),
		LIMITED(a_right_one_is_not_under_the_ceiling),
		LIMITED(nobody_is_under_it_too),
		LIMITED(a_link_for_a_new_password_is_not_blocked),
		LIMITED(a_network_of_48_bits_is_one_address),
		LIMITED(but_who_is_known_is_known_more_closely),
		LIMITED(so_many_registrations_of_an_address),
		LIMITED(so_many_posts_and_reposts),
		LIMITED(so_many_follows),
		LIMITED(so_many_likes),
		LIMITED(hosts_are_not_limited),
		LIMITED(full_is_told_as_full),
		LIMITED(away_is_told_as_away),
		LIMITED(each_can_be_switched_off),
	};

	return RUN_REDIS(tests);
}
