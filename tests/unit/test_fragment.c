/* Cached HTML: under which key, how much, and for how long. */
#include "unit.h"
#include "view/fragment.h"

/* A key of these two texts, in that place of the table. */
static struct fragment_key *key_of(size_t place, const char *one,
				   const char *other)
{
	struct fragment_key *key = arena_alloc(&mem, sizeof *key);

	fragment_begin(key, place);
	fragment_add_text(key, one);
	fragment_add_text(key, other);
	return key;
}

static const char *found(const struct fragment_key *key)
{
	size_t len = 0;
	const char *html = fragment_find(key, &len);

	return html ? arena_strndup(&mem, html, len) : NULL;
}

static void keep(const struct fragment_key *key, const char *html)
{
	fragment_store(key, html, strlen(html));
}

TEST(what_is_kept_is_found)
{
	const struct fragment_key *key = key_of(1, "a", "b");

	assert_null(found(key));
	keep(key, "<p>");
	assert_string_equal("<p>", found(key));
	assert_string_equal("<p>", found(key_of(1, "a", "b")));
	assert_string_equal("<p>", found(key_of(1 + FRAGMENTS, "a", "b")));
	keep(key, "<b>");
	assert_string_equal("<b>", found(key));
	keep(key, "");
	assert_string_equal("", found(key));
}

/* All of them in the same place. */
TEST(keys_that_look_alike_are_different)
{
	static const char *const table[][2] = {
		{ "ab", "c" }, { "a", "bc" }, { "abc", "" },  { "", "abc" },
		{ "abc", 0 },  { 0, "abc" },  { 0, 0 },       { "", 0 },
		{ 0, "" },     { "", "" },    { "ab", "d" },  { "ab+c", 0 },
		{ "ab", "C" }, { "AB", "c" }, { "ab", "c " },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		keep(key_of(2, table[i][0], table[i][1]), "x");
		for (size_t k = 0; k < COUNT(table); k++)
			assert_int_equal(i == k, !!found(key_of(2, table[k][0],
								table[k][1])));
	}
}

/* A request that has found one may keep using it while others come and go. */
TEST(what_was_found_stays)
{
	const char *html;

	keep(key_of(3, "a", "a"), "<p>one</p>");
	html = found(key_of(3, "a", "a"));
	keep(key_of(3, "b", "b"), "<p>two</p>");
	assert_null(found(key_of(3, "a", "a")));
	assert_string_equal("<p>two</p>", found(key_of(3, "b", "b")));
	assert_string_equal("<p>one</p>", html);
}

TEST(as_many_as_there_are_places)
{
	for (size_t i = 0; i < 2 * FRAGMENTS; i++)
		keep(key_of(i, arena_printf(&mem, "%zu", i), ""),
		     arena_printf(&mem, "<%zu>", i));
	for (size_t i = 0; i < 2 * FRAGMENTS; i++) {
		const char *number = arena_printf(&mem, "%zu", i);
		const char *html = found(key_of(i, number, ""));

		assert_int_equal(i < FRAGMENTS, !html);
		if (html)
			assert_string_equal(arena_printf(&mem, "<%zu>", i),
					    html);
	}
}

static const char *long_text(size_t len)
{
	return memset(arena_alloc(&mem, len + 1), 'x', len);
}

TEST(too_long_a_key)
{
	static const struct {
		size_t len;
		bool kept;
	} table[] = {
		{ FRAGMENT_KEY_MAX - 3, true },
		{ FRAGMENT_KEY_MAX - 2, false },
		{ FRAGMENT_KEY_MAX, false },
		{ 100000, false },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		struct fragment_key *key =
			key_of(4, long_text(table[i].len), NULL);

		keep(key, "x");
		assert_int_equal(table[i].kept, !key->too_long);
		assert_int_equal(table[i].kept, !!found(key));
		fragment_add_text(key, "");
		assert_true(key->too_long || key->len <= FRAGMENT_KEY_MAX);
	}
	keep(key_of(4, "short", NULL), "x");
	assert_null(found(key_of(4, long_text(100000), NULL)));
}

TEST(too_long_a_fragment)
{
	const struct fragment_key *key = key_of(5, "a", "b");

	keep(key, long_text(FRAGMENT_MAX - 100));
	assert_int_equal(FRAGMENT_MAX - 100, strlen(found(key)));
	keep(key, "short");
	keep(key, long_text(FRAGMENT_MAX));
	assert_string_equal("short", found(key));
	key = key_of(6, "a", "b");
	keep(key, long_text(1000000));
	assert_null(found(key));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(what_is_kept_is_found),
		PLAIN(keys_that_look_alike_are_different),
		PLAIN(what_was_found_stays),
		PLAIN(as_many_as_there_are_places),
		PLAIN(too_long_a_key),
		PLAIN(too_long_a_fragment),
	};

	return RUN_PLAIN(tests);
}
