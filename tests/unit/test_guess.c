/* Reposts on a profile, which are guessed before they are read. */
#include "unit.h"

static struct rt_user bob;

static int member(void **state)
{
	if (unit_adopted(state) != 0)
		return -1;
	unit_member("alice");
	bob = unit_member("bob");
	return bob.id != 2;
}

/* Posts as "5 4@bob 3": an id, and who has reposted it. */
static const char *shown(const struct rt_posts *posts)
{
	const char *text = "";

	for (size_t i = 0; i < posts->n; i++) {
		const struct rt_post *p = &posts->v[i];
		const char *by = p->reposter;

		text = arena_printf(&mem, "%s%s%d%s%s", text, i ? " " : "",
				    (int)p->id, by ? "@" : "", by ? by : "");
	}
	return text;
}

static const char *profile(int64_t start, uint64_t after)
{
	struct rt_place at = { .start = start, .after = after };
	struct rt_profile p;

	memset(&p, 0x5a, sizeof p);
	assert_int_equal(RT_OK,
			 rt_profile(rt, &mem, bob.secret, "bob", at, &p));
	return shown(&p.posts);
}

/*
 * Bob reposts post 1 every third time he writes: own:2 contains 101 to 100 +
 * n.
 */
static void page_fill_own(int n)
{
	redis("EVAL %s 0 %d",
	      "for i = 101, 100 + ARGV[1] do local of = 100000 + i "
	      "redis.call('HSET', 'post:' .. i, 'user_id', 2, 'username', "
	      "'bob', 'body', 'x') redis.call('LPUSH', 'own:2', i) "
	      "if i % 3 == 0 then redis.call('HSET', 'post:' .. of, "
	      "'user_id', 1, 'username', 'alice', 'body', 'y') "
	      "redis.call('HSET', 'post:' .. i, 'repost_of', of) "
	      "redis.call('ZADD', 'reposted:2', i, of) end end",
	      n);
}

/* Ten entries from `from` on, as a profile shows them. */
static const char *ten(int from)
{
	const char *text = "";

	for (int id = from; id > from - RT_PAGE && id > 100; id--)
		text = arena_printf(&mem, id % 3 ? "%s%s%d" : "%s%s%d@bob",
				    text, *text ? " " : "",
				    id % 3 ? id : 100000 + id);
	return text;
}

TEST(wherever_a_profile_begins)
{
	page_fill_own(2500);
	assert_string_equal(ten(2600), profile(0, 0));
	assert_string_equal(ten(2590), profile(10, 0));
	assert_string_equal(ten(2590), profile(10, 2591));
	/* Three have been written since. */
	assert_string_equal(ten(2590), profile(7, 2591));
	assert_string_equal(ten(2580), profile(0, 2581));
	assert_string_equal(ten(2600 - 999), profile(999, 0));
	/* Too deep to be guessed, and without a mark. */
	assert_string_equal(ten(2600 - 1500), profile(1500, 0));
	assert_string_equal(ten(2600 - 1500), profile(1500, 1101));
	assert_string_equal(ten(105), profile(2495, 0));
	assert_string_equal("", profile(2500, 0));
}

TEST(a_profile_behind_what_is_gone)
{
	page_fill_own(40);
	/* The mark was a repost that was taken back: older ones follow. */
	redis("LREM own:2 0 129");
	redis("ZREM reposted:2 100129");
	redis("DEL post:129");
	assert_string_equal(ten(128), profile(12, 129));
	/*
	 * A claim on a post that does not exist, and one that belongs
	 * elsewhere.
	 */
	redis("ZADD reposted:2 150 7");
	redis("LREM own:2 0 126");
	assert_string_equal("140 139 100138@bob 137 136 100135@bob 134 133 "
			    "100132@bob 131",
			    profile(0, 0));
}

/* Reposts without a claim are found, too, but it takes longer. */
TEST(a_profile_without_claims)
{
	page_fill_own(40);
	redis("DEL reposted:2");
	assert_string_equal(ten(140), profile(0, 0));
	unit_unadopt();
	redis("RENAME own:2 posts:2");
	assert_string_equal(ten(140), profile(0, 0));
}

#define OURS(test) cmocka_unit_test_setup_teardown(test, member, unit_forget)

int main(void)
{
	const struct CMUnitTest tests[] = {
		OURS(wherever_a_profile_begins),
		OURS(a_profile_behind_what_is_gone),
		OURS(a_profile_without_claims),
	};

	return RUN_REDIS(tests);
}
