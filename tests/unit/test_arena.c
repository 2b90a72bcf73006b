/* Request memory. */
#include "unit.h"

#define SIZES 6

static const size_t sizes[SIZES] = { 0,      1, 17, 32 * 1024, 32 * 1024 + 1,
				     1000000 };

TEST(pieces_are_zeroed_and_aligned)
{
	for (int round = 0; round < 2; round++) {
		for (size_t i = 0; i < SIZES; i++) {
			unsigned char *p = arena_alloc(&mem, sizes[i]);

			assert_int_equal(0,
					 (uintptr_t)p % _Alignof(max_align_t));
			for (size_t at = 0; at < sizes[i]; at++)
				assert_int_equal(0, p[at]);
			memset(p, 0xff, sizes[i]);
		}
		/*
		 * Data of the first round must not be visible in the second.
		 */
		arena_reset(&mem);
	}
}

TEST(pieces_do_not_overlap)
{
	unsigned char *p[SIZES];

	for (size_t i = 0; i < SIZES; i++) {
		p[i] = arena_alloc(&mem, sizes[i]);
		memset(p[i], (int)i + 1, sizes[i]);
	}
	for (size_t i = 0; i < SIZES; i++)
		for (size_t at = 0; at < sizes[i]; at++)
			assert_int_equal(i + 1, p[i][at]);
}

TEST(a_big_piece_leaves_the_block_in_use)
{
	char *first = arena_alloc(&mem, 16);

	arena_alloc(&mem, 100000);
	assert_ptr_equal(first + 16, arena_alloc(&mem, 16));
}

TEST(reset_gives_the_same_memory_again)
{
	char *first = arena_alloc(&mem, 100);

	arena_reset(&mem);
	assert_ptr_equal(first, arena_alloc(&mem, 100));
}

TEST(a_text_ends_where_something_longer_was)
{
	memset(arena_alloc(&mem, 64), 0xff, 64);
	arena_reset(&mem);
	assert_string_equal("ab", arena_strndup(&mem, "abc", 2));
	assert_string_equal("cd 1", arena_printf(&mem, "cd %d", 1));
}

TEST(reset_and_free_of_nothing)
{
	struct arena empty = { 0 };

	arena_reset(&empty);
	arena_free(&empty);
	assert_null(empty.head);
	arena_alloc(&empty, 1);
	arena_free(&empty);
	assert_null(empty.head);
}

TEST(strings_are_copied)
{
	char text[] = "one two";
	char *whole = arena_strdup(&mem, text);
	char *part = arena_strndup(&mem, text, 3);

	memset(text, 'x', sizeof text - 1);
	assert_string_equal("one two", whole);
	assert_string_equal("one", part);
	assert_string_equal("", arena_strdup(&mem, ""));
}

TEST(bytes_behind_a_nul_are_copied_too)
{
	char *copy = arena_strndup(&mem, "a\0b", 3);

	assert_memory_equal("a\0b", copy, 4);
}

TEST(printf_makes_room)
{
	char *long_one = arena_printf(&mem, "%0100000d|", 7);

	assert_string_equal("5 of x", arena_printf(&mem, "%d of %s", 5, "x"));
	assert_int_equal(100001, strlen(long_one));
	assert_string_equal("7|", long_one + 99999);
	for (int len = 0; len < 1100; len++) {
		const char *s = arena_printf(&mem, "%*s", len, "");

		assert_int_equal(len, strlen(s));
		assert_int_equal(len, strspn(s, " "));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(pieces_are_zeroed_and_aligned),
		PLAIN(pieces_do_not_overlap),
		PLAIN(a_big_piece_leaves_the_block_in_use),
		PLAIN(reset_gives_the_same_memory_again),
		PLAIN(a_text_ends_where_something_longer_was),
		PLAIN(reset_and_free_of_nothing),
		PLAIN(strings_are_copied),
		PLAIN(bytes_behind_a_nul_are_copied_too),
		PLAIN(printf_makes_room),
	};

	return RUN_PLAIN(tests);
}
