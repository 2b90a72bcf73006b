/* Databases of other programs, and one odd key in our own. */
#include "calls.h"
#include "unit.h"

/* The commands with which anybody changed this Redis. */
static uint64_t changes(void)
{
	const char *info = redis("INFO persistence");

	return strtoull(strstr(info, "changes_since_last_save:") + 24, NULL,
			10);
}

/* ---- whose database it is ---------------------------------------------- */

static const char *foreign(void)
{
	const char *why = NULL;

	rt_end_request(rt);
	assert_int_equal(RT_OK, rt_foreign(rt, &mem, &why));
	return why;
}

static const struct {
	const char *command, *says;
} others[] = {
	{ "SET global:nextUserId 1000", "2009" },
	{ "SET user:uid 3", "Retwis-RB" },
	{ "SET global:uid 3", "Retwis-J" },
	{ "RPUSH users 1", "users is a list" },
	{ "SET post:1 1000|1400000000|hello", "post:1 is a string" },
	{ "HSET layout a b", "layout is a hash" },
	{ "SET layout 2", "layout 2, which needs a newer Retwis" },
};

TEST(others_are_named_and_left_alone)
{
	struct rt_adopted adopted = { .members = 77 };

	for (size_t i = 0; i < COUNT(others); i++) {
		const char *row = others[i].command, *why;
		uint64_t before;

		redis("FLUSHALL");
		redis_all(&row, 1);
		before = changes();
		why = foreign();
		CHECK(row, why && strstr(why, others[i].says));
		CHECK(row, !strchr(why, '\n'));
		CHECK(row, rt_adopt(rt, NULL, &adopted) == RT_FOREIGN);
		CHECK(row, changes() == before);
	}
	assert_int_equal(77, adopted.members);
}

/* As an older version has left it: adopted, with a member. */
TEST(half_taken_over)
{
	unit_member("alice");
	redis("SET layout 1");
	redis("SET global:nextUserId 1000");
	assert_non_null(foreign());
}

TEST(ours_and_the_original_are_ours)
{
	assert_null(foreign());
	calls_members();
	assert_null(foreign());
	redis("SET layout 1");
	assert_null(foreign());
	/* Somebody's mistake does not make it another program's database. */
	redis("SET post:3 text");
	assert_null(foreign());
	redis("DEL timeline");
	redis("SET timeline text");
	assert_null(foreign());
}

/* The newest posts are checked, too. */
TEST(a_post_far_from_the_first)
{
	redis("SET post:5000 text");
	redis("RPUSH timeline 5000");
	assert_non_null(strstr(foreign(), "post:5000"));
}

/* The value is a stranger's, and is written to a terminal. */
TEST(a_layout_of_any_bytes)
{
	redis("SET layout %s", "\033[31m\nand a long text that goes on");
	assert_null(strpbrk(foreign(), "\033\n"));
	assert_true(strlen(foreign()) < 200);
}

TEST(nobody_there)
{
	const char *why = "untouched";

	conf.servers.redis = "unix:/nowhere.sock";
	assert_int_equal(RT_DOWN, rt_foreign(rt, &mem, &why));
	assert_string_equal("untouched", why);
}

/* ---- a later layout ---------------------------------------------------- */

/*
 * A page checks whose session it is before it acts, except for these pages,
 * which any stranger may request; and a worker calls rt_check_layout(). Either
 * is enough.
 */
static void ask_as_programs_do(const struct call *call)
{
	struct rt_user me;

	rt_end_request(rt);
	rt_visitor(rt, "192.0.2.1", NULL);
	if (strcmp(call->name, "register") && strcmp(call->name, "sign in"))
		CHECK(call->name, rt_session(rt, &mem, "secret0of0alice",
					     &me) == RT_FOREIGN);
}

/* The first step of these is on the bus, and programs get no further. */
static bool begins_on_the_bus(const struct call *call)
{
	return !strcmp(call->name, "scheduled") ||
	       !strcmp(call->name, "cancel") ||
	       !strcmp(call->name, "edit scheduled") ||
	       !strcmp(call->name, "schedule run");
}

/* It changes while we run, so our connection has seen the earlier one. */
TEST(a_later_layout_is_never_written_to)
{
	uint64_t before;

	conf.rate[RT_RATE_SIGN_IN] = conf.rate[RT_RATE_REGISTER] =
		(struct rt_rate){ .times = 10, .seconds = 900 };
	calls_members();
	redis("SET layout 2");
	before = changes();
	for (size_t i = 0; i < CALLS; i++) {
		ask_as_programs_do(&calls[i]);
		if (!begins_on_the_bus(&calls[i]))
			CHECK(calls[i].name,
			      calls_run(&calls[i]) == RT_FOREIGN);
	}
	assert_int_equal(RT_FOREIGN, rt_check_layout(rt, &mem));
	assert_int_equal(before, changes());
}

/* A backup is restored, and the programs continue by themselves. */
TEST(it_is_ours_again)
{
	struct rt_user bob;

	calls_members();
	redis("SET layout 2");
	assert_int_equal(RT_FOREIGN, rt_check_layout(rt, &mem));
	redis("SET layout 1");
	rt_end_request(rt);
	assert_int_equal(RT_OK, rt_user_by_name(rt, &mem, "bob", &bob));
	assert_int_equal(RT_OK, rt_check_layout(rt, &mem));
}

/* ---- one odd key ------------------------------------------------------- */

static const char *const odd[] = {
	"post:1",         "post:2",      "user:2",        "timeline",
	"posts:1",        "own:1",       "own:2",         "likes:1",
	"liked:1",        "reposts:1",   "reposted:1",    "reposted:2",
	"replies:1",      "answers:6",   "notices:1",     "followers:1",
	"followers:2",    "following:1", "following:2",   "tag:tag",
	"tags",           "members",     "users_by_time", "names",
	"cache:trending",
};

static void make_odd(const char *key, bool is_odd)
{
	if (is_odd) {
		redis("RENAME %s aside", key);
		redis("SADD %s text", key);
	} else {
		redis("DEL %s", key);
		redis("RENAME aside %s", key);
	}
}

/* Checking, and the counts of a removal, are for hosts: they want to know. */
static bool shows_a_page(const struct call *call)
{
	return call->kind == CALL_READS && strcmp(call->name, "check") &&
	       strcmp(call->name, "removal") && strcmp(call->name, "bio") &&
	       strcmp(call->name, "has private");
}

/*
 * A deleted member is not found; everything else is shown without the odd
 * part.
 */
static void check_pages(const char *key)
{
	for (size_t i = 0; i < CALLS; i++) {
		enum rt_err err;

		if (!shows_a_page(&calls[i]))
			continue;
		rt_end_request(rt);
		err = calls_run(&calls[i]);
		CHECK(arena_printf(&mem, "%s: %s", key, calls[i].name),
		      err == RT_OK || err == RT_NOT_FOUND);
	}
}

TEST(pages_pass_over_it)
{
	calls_members();
	for (size_t i = 0; i < COUNT(odd); i++) {
		make_odd(odd[i], true);
		check_pages(odd[i]);
		make_odd(odd[i], false);
	}
}

TEST(an_odd_post_is_like_one_that_is_gone)
{
	struct rt_public public;
	struct rt_status status;
	uint64_t id;
	struct rt_user alice = { .id = 1, .name = "alice" };
	struct rt_draft reply = { .body = "ha", .reply_to = 1 };

	calls_members();
	make_odd("post:1", true);
	assert_int_equal(RT_OK,
			 rt_public(rt, &mem, NULL, RT_NO_PLACE, &public));
	/* The repost 3 shows post 1, and so nothing. */
	assert_string_equal("6 2", unit_ids(&public.posts));
	assert_int_equal(RT_OK, rt_status(rt, &mem, NULL, 1, 0, &status));
	assert_int_equal(0, status.post.id);
	assert_int_equal(RT_NOT_FOUND,
			 rt_like(rt, &mem, &(struct rt_user){ .id = 1 }, 1));
	assert_int_equal(RT_NOT_FOUND, rt_repost(rt, &mem, &alice, 1));
	assert_int_equal(RT_NOT_FOUND,
			 rt_post_create(rt, &mem, &alice, &reply, &id));
	assert_int_equal(RT_NOT_FOUND, rt_post_delete(rt, &mem, &alice, 1));
}

/*
 * The key of the next id is not a post, so the new post gets a different id.
 */
TEST(a_post_steps_over_an_odd_key)
{
	struct rt_user alice = { .id = 1, .name = "alice" };
	struct rt_draft draft = { .body = "@bob hi", .nonce = "n" };
	uint64_t id = 0, first;

	calls_members();
	redis("SET post:4 text");
	redis("LPUSH post:5 text");
	assert_int_equal(RT_OK, rt_post_create(rt, &mem, &alice, &draft, &id));
	assert_in_range(id, 6, 99);
	first = id;
	assert_redis("bob", "HGET post:%d mentions", (int)id);
	assert_redis("text", "GET post:4");
	/* The same form again. */
	assert_int_equal(RT_OK, rt_post_create(rt, &mem, &alice, &draft, &id));
	assert_int_equal(first, id);
	assert_null(redis("ZSCORE outbox 4"));
}

/*
 * If a member's notices are of the wrong type, the member is not notified, and
 * nothing else fails.
 */
TEST(odd_notices_stop_nobody)
{
	struct rt_user alice = { .id = 1, .name = "alice" };
	uint64_t id;

	calls_members();
	redis("DEL notices:2");
	redis("SADD notices:2 text");
	assert_int_equal(RT_OK,
			 rt_like(rt, &mem, &(struct rt_user){ .id = 1 }, 2));
	assert_int_equal(RT_OK, rt_follow(rt, &mem, 1, 2));
	assert_int_equal(RT_OK,
			 rt_post_create(rt, &mem, &alice,
					&(struct rt_draft){ .body = "@bob" },
					&id));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		FRESH(others_are_named_and_left_alone),
		FRESH(half_taken_over),
		FRESH(ours_and_the_original_are_ours),
		FRESH(a_post_far_from_the_first),
		FRESH(a_layout_of_any_bytes),
		FRESH(nobody_there),
		ADOPTED(a_later_layout_is_never_written_to),
		ADOPTED(it_is_ours_again),
		ADOPTED(pages_pass_over_it),
		ADOPTED(an_odd_post_is_like_one_that_is_gone),
		ADOPTED(a_post_steps_over_an_odd_key),
		ADOPTED(odd_notices_stop_nobody),
	};

	return RUN_ADMIN(tests);
}
