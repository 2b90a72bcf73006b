/*
 * Requests that are under way while the password changes, held at each
 * command.
 */
#include <limits.h>
#include <stdio.h>
#include <sys/mman.h>

#include "base/day.h"
#include "proxy.h"

#define OLD "correct horse battery"
#define NEW "another horse battery"

/*
 * A busy machine takes longer to hash passwords than a page waits for Redis.
 */
#define PATIENCE_MS 60000

/* For the program that is held, which is another process. */
static struct seen {
	char secret[64]; /* of its session; empty: it has none */
	uint64_t asked, posted;
} * seen;

static struct rt_user desk;
static bool held;
static enum { BY_MEMBER, BY_HOST, BY_LINK, WAYS } way;

static int share_memory(void **state)
{
	seen = mmap(NULL, sizeof *seen, PROT_READ | PROT_WRITE,
		    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	return seen == MAP_FAILED ? -1 : unit_start(state);
}

static void begin(int (*database)(void **state))
{
	assert_int_equal(0, database(NULL));
	conf.servers.timeout_ms = PATIENCE_MS;
	assert_int_equal(RT_OK, rt_register(rt, &mem, "alice", OLD, &desk));
	*seen = (struct seen){ 0 };
	held = false;
}

static uint64_t session_of(const char *secret)
{
	struct rt_user user = { .id = 77 };

	assert_int_equal(RT_OK, rt_session(rt, &mem, secret, &user));
	return user.id;
}

static enum rt_err change_password(void)
{
	struct rt_password_change r = { .old = OLD, .password = NEW };
	struct rt_user user = desk;
	const char *token;
	enum rt_err err;

	if (way == BY_MEMBER)
		return rt_change_password(rt, &mem, &r, &desk);
	if (way == BY_HOST)
		return rt_set_password(rt, &mem, &desk, NEW);
	err = rt_reset_begin(rt, &mem, &desk, &nobody, &token);
	return err ? err : rt_reset(rt, &mem, token, &r, &user);
}

static void the_password_changes(void)
{
	assert_int_equal(RT_OK, change_password());
	held = true;
}

/* Returns false if it finished before that many commands. */
static bool run_held(unsigned at, void (*run)(void))
{
	assert_true(proxy_run_with(at, the_password_changes, UINT_MAX, run));
	return held;
}

/* It opens nothing; only the member's own browser remains signed in. */
static void expect_no_session(unsigned at, const char *secret)
{
	const char *row = arena_printf(&mem, "at %u", at);

	CHECK(row, session_of(secret) == 0);
	CHECK(row, session_of(desk.secret) == (way == BY_MEMBER));
}

/* ---- a sign-in --------------------------------------------------------- */

static void sign_in(void)
{
	struct rt_user user;

	if (rt_sign_in(rt, &mem, "alice", OLD, &user) == RT_OK)
		snprintf(seen->secret, sizeof seen->secret, "%s", user.secret);
}

static void hold_sign_in(int (*database)(void **state))
{
	unsigned at = 0, entered = 0;

	begin(database);
	while (run_held(at, sign_in)) {
		entered += *seen->secret != '\0';
		expect_no_session(at++, seen->secret);
		assert_int_equal(RT_DENIED,
				 rt_sign_in(rt, &mem, "alice", OLD,
					    &(struct rt_user){ 0 }));
		unit_forget(NULL);
		begin(database);
	}
	assert_int_equal(1, session_of(seen->secret));
	/* Some had proved the old password, and some came too late. */
	assert_in_range(entered, 1, at - 1);
}

TEST(a_sign_in)
{
	for (way = 0; way < WAYS; way++) {
		hold_sign_in(unit_adopted);
		unit_forget(NULL);
	}
}

TEST(a_sign_in_where_all_share_a_session)
{
	way = BY_HOST;
	hold_sign_in(unit_fresh);
}

/* ---- a page ------------------------------------------------------------ */

/*
 * On the phone: the check of the session, and then the write, as in
 * src/pages/post.c.
 */
static void post(void)
{
	struct rt_draft draft = { .nonce = "nonce", .body = "hello" };
	struct rt_user me = { 0 };

	if (rt_session(rt, &mem, seen->secret, &me) != RT_OK || !me.id)
		return;
	seen->asked = me.id;
	rt_post_create(rt, &mem, &me, &draft, &seen->posted);
	rt_signed_in(rt, &mem, &me);
}

/* The session was last used some days ago, or is as it was stored. */
static void begin_on_phone(bool used_before)
{
	begin(unit_adopted);
	sign_in();
	if (used_before)
		redis("HSET sessions:1 %s %s",
		      rt_session_id(
			      &mem,
			      &(struct rt_user){ .secret = seen->secret }),
		      arena_printf(&mem, "0 %s phone", day_ago(&mem, 20)));
}

/* Its write is completely there; and the check is not repeated. */
TEST(a_page)
{
	unsigned at = 0, posted = 0;

	way = BY_MEMBER;
	/* A page records at its end that it is used today. */
	begin_on_phone(true);
	while (run_held(at, post)) {
		const char *row = arena_printf(&mem, "at %u", at);

		posted += seen->posted != 0;
		CHECK(row, !seen->asked == !seen->posted);
		CHECK(row, redis_number("LLEN own:1") == !!seen->posted);
		expect_no_session(at++, seen->secret);
		unit_forget(NULL);
		begin_on_phone(true);
	}
	assert_true(at > 10);
	assert_in_range(posted, 1, at - 1);
}

/* ---- a session of an older kind ----------------------------------------- */

static void claim(void)
{
	struct rt_user me = { 0 };

	if (rt_session(rt, &mem, seen->secret, &me) == RT_OK)
		rt_signed_in(rt, &mem, &me);
}

static void begin_before(void)
{
	begin_on_phone(false);
	redis("DEL sessions:1");
	redis("HSET user:1 auth %s", seen->secret);
	redis("HSET auths %s 1", seen->secret);
}

TEST(the_claim_of_a_session_from_before)
{
	unsigned at = 0;

	way = BY_HOST;
	begin_before();
	while (run_held(at, claim)) {
		expect_no_session(at++, seen->secret);
		unit_forget(NULL);
		begin_before();
	}
	assert_int_equal(1, session_of(seen->secret));
	assert_true(at > 5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(a_sign_in),
		PLAIN(a_sign_in_where_all_share_a_session),
		PLAIN(a_page),
		PLAIN(the_claim_of_a_session_from_before),
	};

	return RUN_GROUP(tests, share_memory, unit_stop);
}
