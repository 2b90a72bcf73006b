/* "3 followers you know": when an answer is kept, and when it is not. */
#include "libretwis/member/known.h"
#include "libretwis/member/recall.h"
#include "unit.h"

static const struct known_key key = {
	.me = 1, .id = 2, .friends = 50, .followers = 49
};
static const struct known two = { .n = 2,
				  .who = { { .name = "carol",
					     .display = "Carol C" },
					   { .name = "dave" } } };

/* What is found at that moment: "2: carol (Carol C) dave", or NULL. */
static const char *found(struct known_key about, int64_t now)
{
	struct known k;
	const char *text;

	if (!known_recall(&mem, &about, now, &k))
		return NULL;
	text = arena_printf(&mem, "%d:", (int)k.n);
	for (size_t i = 0; i < RT_KNOWN; i++)
		if (k.who[i].display)
			text = arena_printf(&mem, "%s %s (%s)", text,
					    k.who[i].name, k.who[i].display);
		else if (k.who[i].name)
			text = arena_printf(&mem, "%s %s", text,
					    k.who[i].name);
	return text;
}

TEST(an_answer_is_kept_for_a_minute)
{
	known_store(&key, 1000, &two);
	assert_string_equal("2: carol (Carol C) dave", found(key, 1000));
	assert_string_equal("2: carol (Carol C) dave", found(key, 60999));
	assert_null(found(key, 61000));
	assert_true(known_about(1, 2, 60999));
	assert_false(known_about(1, 2, 61000));
}

TEST(a_number_that_has_changed_ends_it)
{
	struct known_key other = key;

	known_store(&key, 1000, &two);
	other.friends++;
	assert_null(found(other, 1000));
	other = key;
	other.followers--;
	assert_null(found(other, 1000));
	assert_true(known_about(1, 2, 1000));
	assert_string_equal("2: carol (Carol C) dave", found(key, 1000));
}

/* The last one is at the same place. */
TEST(each_visitor_and_each_member_has_an_own_one)
{
	static const uint64_t table[][2] = {
		{ 2, 1 }, { 1, 3 }, { 3, 2 }, { 0, 2 }, { 1, 1026 },
	};

	known_store(&key, 1000, &two);
	for (size_t i = 0; i < COUNT(table); i++) {
		struct known_key other = key;

		other.me = table[i][0];
		other.id = table[i][1];
		assert_false(known_about(other.me, other.id, 1000));
		assert_null(found(other, 1000));
	}
}

TEST(a_name_that_is_too_long_is_not_kept)
{
	struct known k = { .n = 1, .who[0].name = "abcdefghijklmnopqrstuvw" };

	known_store(&key, 1000, &k);
	assert_string_equal("1: abcdefghijklmnopqrstuvw", found(key, 1000));
	k.who[0].name = "abcdefghijklmnopqrstuvwx";
	known_store(&key, 1000, &k);
	assert_null(found(key, 1000));
	k.who[0].name = "abc";
	k.who[0].display = arena_printf(&mem, "%063d", 0);
	known_store(&key, 1000, &k);
	assert_non_null(found(key, 1000));
	k.who[0].display = arena_printf(&mem, "%064d", 0);
	known_store(&key, 1000, &k);
	assert_null(found(key, 1000));
}

TEST(a_name_is_remembered)
{
	assert_int_equal(0, recall_id("bob"));
	recall_store("bob", 2);
	assert_int_equal(2, recall_id("bob"));
	assert_int_equal(0, recall_id("Bob"));
	assert_int_equal(0, recall_id("bo"));
	assert_int_equal(0, recall_id(""));
	recall_store("bob", 3);
	assert_int_equal(3, recall_id("bob"));
	recall_store("bob", 0);
	assert_int_equal(0, recall_id("bob"));
	recall_store("abcdefghijklmnopqrstuvwx", 4);
	assert_int_equal(0, recall_id("abcdefghijklmnopqrstuvwx"));
}

TEST(a_display_name_is_remembered_for_ten_seconds)
{
	const char *display = "";

	recall_store("bob", 2);
	assert_false(recall_display(&mem, "bob", 1000, &display));
	recall_store_display("bob", 1000, "Bob B");
	assert_true(recall_display(&mem, "bob", 10999, &display));
	assert_string_equal("Bob B", display);
	assert_false(recall_display(&mem, "bob", 11000, &display));
	assert_false(recall_display(&mem, "Bob", 1000, &display));
	recall_store("bob", 2);
	assert_true(recall_display(&mem, "bob", 10999, &display));
	recall_store_display("bob", 1000, NULL);
	assert_true(recall_display(&mem, "bob", 1000, &display));
	assert_null(display);
	recall_store_display("bob", 3000, arena_printf(&mem, "%0161d", 0));
	assert_false(recall_display(&mem, "bob", 11000, &display));
	recall_store("bob", 3);
	assert_false(recall_display(&mem, "bob", 1000, &display));
	recall_store_display("carl", 1000, "Carl");
	assert_false(recall_display(&mem, "carl", 1000, &display));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(an_answer_is_kept_for_a_minute),
		PLAIN(a_number_that_has_changed_ends_it),
		PLAIN(each_visitor_and_each_member_has_an_own_one),
		PLAIN(a_name_that_is_too_long_is_not_kept),
		PLAIN(a_name_is_remembered),
		PLAIN(a_display_name_is_remembered_for_ten_seconds),
	};

	return RUN_PLAIN(tests);
}
