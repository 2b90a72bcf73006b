/* Muting and blocking: the lists, and what happens at the same moment. */
#include <limits.h>
#include <sys/mman.h>

#include "proxy.h"

static struct rt_user alice, bob, carol;

/* Alice has written post 1, and carol post 2, a reply to it. */
static int site(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	alice = unit_member("alice");
	bob = unit_member("bob");
	carol = unit_member("carol");
	unit_post(&alice, "one");
	unit_reply(&carol, "two", 1);
	return 0;
}

#define SITE(test) cmocka_unit_test_setup_teardown(test, site, unit_forget)

static void mute(const struct rt_user *me, const struct rt_user *whom)
{
	assert_int_equal(RT_OK, rt_mute(rt, &mem, me->id, whom->id));
}

static void block(const struct rt_user *me, const struct rt_user *whom)
{
	assert_int_equal(RT_OK, rt_block(rt, &mem, me->id, whom->id));
}

/* As if some seconds had passed. */
static void let_worker_settle(void)
{
	unit_make_due("quiet");
	assert_int_equal(RT_OK, rt_quiet_run(rt, &mem));
	assert_redis("0", "EXISTS {quiet}:due");
}

/* ---- the lists ---------------------------------------------------------- */

static const char *names(const struct rt_people_list *list)
{
	const char *text = "";

	for (size_t i = 0; i < list->n; i++)
		text = arena_printf(&mem, "%s%s%s", text, i ? " " : "",
				    list->v[i].name);
	return text;
}

TEST(the_lists_have_the_latest_first)
{
	struct rt_quiet_lists lists;

	redis("ZADD quiet:1 100 2 200 3 300 99");
	assert_int_equal(RT_OK, rt_quiet_lists(rt, &mem, alice.id, &lists));
	assert_string_equal("carol bob", names(&lists.muted));
	assert_string_equal("", names(&lists.blocked));
	redis("ZADD quiet:1 -100 2 -200 3");
	assert_int_equal(RT_OK, rt_quiet_lists(rt, &mem, alice.id, &lists));
	assert_string_equal("", names(&lists.muted));
	assert_string_equal("carol bob", names(&lists.blocked));
}

TEST(each_is_kept_at_both_ends)
{
	mute(&alice, &bob);
	block(&alice, &carol);
	assert_redis("3 2", "ZRANGE quiet:1 0 -1");
	assert_string_equal(redis("ZSCORE quiet:1 2"),
			    redis("ZSCORE quiet_by:2 1"));
	assert_string_equal(redis("ZSCORE quiet:1 3"),
			    redis("ZSCORE quiet_by:3 1"));
	let_worker_settle();
	assert_int_equal(RT_OK, rt_unmute(rt, &mem, 1, 2));
	assert_int_equal(RT_OK, rt_unblock(rt, &mem, 1, 3));
	assert_redis("", "KEYS *quiet*");
}

TEST(nobody_and_oneself)
{
	redis("HSET user:2 standing waiting");
	assert_int_equal(RT_NOT_FOUND, rt_mute(rt, &mem, 1, 2));
	assert_int_equal(RT_NOT_FOUND, rt_block(rt, &mem, 1, 99));
	assert_int_equal(RT_OK, rt_mute(rt, &mem, 1, 1));
	assert_int_equal(RT_OK, rt_unmute(rt, &mem, 1, 99));
	assert_redis("", "KEYS *quiet*");
	redis("HSET user:2 standing stopped");
	mute(&alice, &bob);
}

/* The mute was written while bob left, after quiet_by:2 was emptied. */
TEST(nothing_is_left_of_somebody_who_has_left)
{
	mute(&alice, &bob);
	redis("DEL user:2 quiet_by:2");
	let_worker_settle();
	assert_redis("", "KEYS *quiet*");
}

/* A worker is ending the note of the mute when it becomes a block. */
TEST(a_block_has_a_note_of_its_own)
{
	mute(&alice, &bob);
	block(&alice, &bob);
	assert_redis("2", "ZCARD {quiet}:due");
}

/* ---- at the same moment ------------------------------------------------- */

/* What bob does to alice, or she to him. */
static const struct act {
	enum rt_err (*run)(void);
	const char *written; /* a command that finds it, once it is written */
	const char *left[4]; /* commands that must not find it, up to NULL */
} * act;

static enum rt_err follow_alice(void)
{
	return rt_follow(rt, &mem, bob.id, alice.id);
}

static enum rt_err follow_bob(void)
{
	return rt_follow(rt, &mem, alice.id, bob.id);
}

static enum rt_err like_hers(void)
{
	return rt_like(rt, &mem, &bob, 1);
}

static enum rt_err repost_hers(void)
{
	return rt_repost(rt, &mem, &bob, 1);
}

static enum rt_err reply_to_her(void)
{
	const struct rt_draft draft = { .body = "three",
					.nonce = "n",
					.reply_to = 1 };
	uint64_t id;

	return rt_post_create(rt, &mem, &bob, &draft, &id);
}

static const struct act acts[] = {
	{ follow_alice,
	  "ZSCORE followers:1 2",
	  { "ZSCORE followers:1 2", "ZSCORE following:2 1" } },
	{ follow_bob,
	  "ZSCORE followers:2 1",
	  { "ZSCORE followers:2 1", "ZSCORE following:1 2" } },
	{ like_hers,
	  "ZSCORE likes:1 2",
	  { "ZSCORE likes:1 2", "ZSCORE liked:2 1" } },
	{ repost_hers,
	  "HGET post:3 repost_of",
	  { "ZSCORE reposted:2 1", "ZSCORE reposts:1 3", "LINDEX own:2 0",
	    "HGET post:3 user_id" } },
	{ reply_to_her,
	  "HGET post:3 reply_to",
	  { "LINDEX own:2 0", "LINDEX replies:1 1", "HGET post:3 user_id",
	    "ZRANGE conversation:1 1 1" } },
};

/* Shared with the process that acts. */
static enum rt_err *result;

static void run_act(void)
{
	*result = act->run();
}

static bool is_paused, was_written;

static void block_bob(void)
{
	is_paused = true;
	was_written = redis_line(act->written);
	block(&alice, &bob);
}

static bool is_left(const char *command)
{
	const char *found = redis_line(command);

	return found && *found;
}

static void expect_nothing_left(unsigned at)
{
	static const char *const notices[] = { "follow 0 2", "like 1 2",
					       "repost 1 2", "reply 3 2" };

	for (size_t i = 0; i < COUNT(act->left) && act->left[i]; i++)
		if (is_left(act->left[i]))
			fail_msg("%s, at %u", act->left[i], at);
	for (size_t i = 0; i < COUNT(notices); i++)
		if (redis("ZSCORE notices:1 %s", notices[i]))
			fail_msg("told: %s, at %u", notices[i], at);
}

static bool is_follow(void)
{
	return act->run == follow_alice || act->run == follow_bob;
}

/*
 * The block comes between any two commands of the act.  A like that was
 * complete by then may stay, but no follow.  Returns how often the act had
 * written something that it then took back.
 */
static unsigned block_in_between(void)
{
	unsigned at = 0, taken_back = 0;

	do {
		assert_int_equal(0, site(NULL));
		is_paused = false;
		assert_true(proxy_run_with(at, block_bob, UINT_MAX, run_act));
		if (is_paused) {
			taken_back += was_written && *result == RT_BLOCKED;
			let_worker_settle();
			if (*result == RT_BLOCKED || is_follow())
				expect_nothing_left(at);
		}
		unit_forget(NULL);
	} while (is_paused && ++at);
	assert_true(at > 8);
	return taken_back;
}

TEST(a_block_between_any_two_commands_of_an_act)
{
	unit_forget(NULL);
	for (act = acts; act < acts + COUNT(acts); act++)
		if (!block_in_between())
			fail_msg("act %d never took anything back",
				 (int)(act - acts));
	assert_int_equal(0, site(NULL));
}

TEST(nothing_at_all_once_it_is_blocked)
{
	block(&alice, &bob);
	for (act = acts; act < acts + COUNT(acts); act++) {
		assert_int_equal(RT_BLOCKED, act->run());
		expect_nothing_left(0);
	}
	assert_redis("", "KEYS outbox");
}

/* ---- a request that dies ------------------------------------------------ */

static void block_and_die(void)
{
	rt_block(rt, &mem, alice.id, bob.id);
}

static void both_follow(void)
{
	follow_alice();
	follow_bob();
	rt_like(rt, &mem, &bob, 1);
}

TEST(a_worker_finishes_a_block)
{
	bool ended = false;

	unit_forget(NULL);
	for (unsigned n = 1; !ended; n++) {
		bool is_blocked;

		assert_int_equal(0, site(NULL));
		both_follow();
		ended = proxy_run(n, block_and_die);
		is_blocked = redis("ZSCORE quiet:1 2");
		let_worker_settle();
		if (is_blocked) {
			act = &acts[0];
			expect_nothing_left(n);
			act = &acts[1];
			expect_nothing_left(n);
			assert_redis("1", "ZRANGE quiet_by:2 0 -1");
			assert_null(
				redis("ZSCORE notices:2 %s", "follow 0 1"));
		} else {
			assert_redis("", "KEYS *quiet*");
			assert_non_null(redis("ZSCORE following:2 1"));
		}
		unit_forget(NULL);
	}
	assert_int_equal(0, site(NULL));
}

ON_MANY(a_worker_finishes_a_block)

/* ---- who is told -------------------------------------------------------- */

TEST(whoever_is_muted_tells_nobody)
{
	mute(&alice, &bob);
	mute(&carol, &bob);
	redis("DEL notices:1 notices:3");
	assert_int_equal(RT_OK, like_hers());
	assert_int_equal(RT_OK, repost_hers());
	assert_int_equal(RT_OK, follow_alice());
	unit_reply(&bob, "for carol, and @alice", 2);
	unit_post(&bob, "hello @alice and @carol");
	assert_redis("0", "EXISTS notices:1 notices:3");
	/* A mute of the other one is no reason. */
	assert_int_equal(RT_OK, rt_unmute(rt, &mem, 3, 2));
	mute(&bob, &alice);
	unit_reply(&bob, "for carol again", 2);
	assert_redis("seen reply 6 2", "ZRANGE notices:3 0 -1");
	assert_redis("0", "EXISTS notices:1");
}

TEST(neither_does_a_correction)
{
	struct rt_edit edit = { .id = 3,
				.version = "0",
				.body = "hello @alice @carol" };

	mute(&alice, &bob);
	redis("DEL notices:1 notices:3");
	unit_post(&bob, "hello");
	assert_int_equal(RT_OK, rt_edit(rt, &mem, &bob, &edit));
	assert_int_equal(RT_OK, rt_indexing_run(rt, &mem));
	assert_redis("0", "EXISTS notices:1");
	assert_redis("seen mention 3 2", "ZRANGE notices:3 0 -1");
}

/* ---- what is shown ------------------------------------------------------ */

static struct rt_posts home(void)
{
	struct rt_home h;

	assert_int_equal(RT_OK,
			 rt_home(rt, &mem, alice.secret, RT_NO_PLACE, &h));
	return h.posts;
}

/*
 * The process knows who wrote the posts that it has shown, and so loads others
 * along with them.
 */
TEST(a_page_stays_full_without_another_round_trip)
{
	struct rt_posts posts;
	uint64_t lists, looks;

	unit_timeline(alice.id);
	follow_bob();
	assert_int_equal(RT_OK, rt_follow(rt, &mem, alice.id, carol.id));
	for (int i = 0; i < 10; i++) {
		unit_post(&carol, "from carol");
		unit_post(&bob, "from bob");
	}
	home();
	redis("CONFIG RESETSTAT");
	home();
	lists = unit_calls("lrange");
	looks = unit_calls("zmscore");
	mute(&alice, &bob);
	redis("CONFIG RESETSTAT");
	posts = home();
	assert_int_equal(RT_PAGE, posts.n);
	for (size_t i = 0; i < posts.n; i++)
		assert_string_equal("carol", posts.v[i].name);
	assert_int_equal(lists, unit_calls("lrange"));
	assert_int_equal(looks, unit_calls("zmscore"));
}

TEST(the_fresh_posts_of_muted_members_do_not_count)
{
	struct rt_home h;

	unit_timeline(alice.id);
	follow_bob();
	home();
	unit_post(&bob, "new");
	unit_post(&bob, "newer");
	mute(&alice, &bob);
	assert_int_equal(RT_OK,
			 rt_home(rt, &mem, alice.secret, RT_NO_PLACE, &h));
	assert_int_equal(0, h.fresh);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		SITE(the_lists_have_the_latest_first),
		SITE(each_is_kept_at_both_ends),
		SITE(nobody_and_oneself),
		SITE(nothing_is_left_of_somebody_who_has_left),
		SITE(a_block_has_a_note_of_its_own),
		SITE(a_block_between_any_two_commands_of_an_act),
		SITE(nothing_at_all_once_it_is_blocked),
		SITE(a_worker_finishes_a_block),
		SITE(a_worker_finishes_a_block_on_many),
		SITE(whoever_is_muted_tells_nobody),
		SITE(neither_does_a_correction),
		SITE(a_page_stays_full_without_another_round_trip),
		SITE(the_fresh_posts_of_muted_members_do_not_count),
	};

	result = mmap(NULL, sizeof *result, PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	assert_true(result != MAP_FAILED);
	return RUN_REDIS(tests);
}
