/*
 * "3 followers you know": when the answer is remembered, and when it is not.
 */
#include "libretwis/member/member.h"
#include "libretwis/member/member_names.h"
#include "unit.h"

static const struct known_followers_key key = {
	.me = 1, .id = 2, .friends = 50, .followers = 49
};
static const struct known_followers two = { .n = 2, .who = { 30, 40 } };

/* The result at that moment: "2: 30 40 0", or NULL. */
static const char *found(struct known_followers_key about, int64_t now)
{
	struct known_followers k;

	if (!known_followers_recall(&about, now, &k))
		return NULL;
	return arena_printf(&mem, "%d: %d %d %d", (int)k.n, (int)k.who[0],
			    (int)k.who[1], (int)k.who[2]);
}

TEST(an_answer_is_kept_for_a_minute)
{
	known_followers_store(&key, 1000, &two);
	assert_string_equal("2: 30 40 0", found(key, 1000));
	assert_string_equal("2: 30 40 0", found(key, 60999));
	assert_null(found(key, 61000));
	assert_true(known_followers_about(1, 2, 60999));
	assert_false(known_followers_about(1, 2, 61000));
}

TEST(a_number_that_has_changed_ends_it)
{
	struct known_followers_key other = key;

	known_followers_store(&key, 1000, &two);
	other.friends++;
	assert_null(found(other, 1000));
	other = key;
	other.followers--;
	assert_null(found(other, 1000));
	assert_true(known_followers_about(1, 2, 1000));
	assert_string_equal("2: 30 40 0", found(key, 1000));
}

/* The last one is in the same place. */
TEST(each_visitor_and_each_member_has_an_own_one)
{
	static const uint64_t table[][2] = {
		{ 2, 1 }, { 1, 3 }, { 3, 2 }, { 0, 2 }, { 1, 1026 },
	};

	known_followers_store(&key, 1000, &two);
	for (size_t i = 0; i < COUNT(table); i++) {
		struct known_followers_key other = key;

		other.me = table[i][0];
		other.id = table[i][1];
		assert_false(known_followers_about(other.me, other.id, 1000));
		assert_null(found(other, 1000));
	}
}

TEST(a_name_is_remembered)
{
	assert_int_equal(0, name_cache_id("bob"));
	name_cache_store("bob", 2);
	assert_int_equal(2, name_cache_id("bob"));
	assert_int_equal(0, name_cache_id("Bob"));
	assert_int_equal(0, name_cache_id("bo"));
	assert_int_equal(0, name_cache_id(""));
	name_cache_store("bob", 3);
	assert_int_equal(3, name_cache_id("bob"));
	name_cache_store("bob", 0);
	assert_int_equal(0, name_cache_id("bob"));
	name_cache_store("abcdefghijklmnopqrstuvwx", 4);
	assert_int_equal(0, name_cache_id("abcdefghijklmnopqrstuvwx"));
}

TEST(so_is_since_when_that_is_a_member)
{
	name_cache_store_since("carl", 4, 1234);
	assert_int_equal(0, name_cache_since("carl", 4));
	name_cache_store("carl", 4);
	name_cache_store_since("carl", 4, 1234);
	name_cache_store("carl", 4);
	assert_int_equal(1234, name_cache_since("carl", 4));
	assert_int_equal(0, name_cache_since("carl", 5));
	name_cache_store("carl", 5);
	assert_int_equal(0, name_cache_since("carl", 5));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(an_answer_is_kept_for_a_minute),
		PLAIN(a_number_that_has_changed_ends_it),
		PLAIN(each_visitor_and_each_member_has_an_own_one),
		PLAIN(a_name_is_remembered),
		PLAIN(so_is_since_when_that_is_a_member),
	};

	return RUN_PLAIN(tests);
}
