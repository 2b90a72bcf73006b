/* Commands in the form of the protocol. */
#include <inttypes.h>
#include <limits.h>

#include "redis/command.h"
#include "unit.h"

static struct command command;

__attribute__((format(printf, 1, 2))) static const char *written(
	const char *format, ...)
{
	va_list args;
	bool ok;

	command_clear(&command);
	va_start(args, format);
	ok = command_format(&command, format, args);
	va_end(args);
	return ok ? arena_strndup(&mem, command.text, command.len) : NULL;
}

static const char *written_each(const uint64_t *ids, size_t n,
				const char *format, ...)
{
	va_list args;
	bool ok;

	command_clear(&command);
	va_start(args, format);
	ok = command_format_ids(&command, ids, n, format, args);
	va_end(args);
	return ok ? arena_strndup(&mem, command.text, command.len) : NULL;
}

TEST(fixed_words)
{
	assert_string_equal("*1\r\n$4\r\nPING\r\n", written("PING"));
	assert_string_equal("*3\r\n$6\r\nLRANGE\r\n$1\r\n0\r\n$2\r\n-1\r\n",
			    written("LRANGE 0 -1"));
}

TEST(strings)
{
	assert_string_equal("*2\r\n$3\r\nGET\r\n$0\r\n\r\n",
			    written("GET %s", ""));
	assert_string_equal("*2\r\n$3\r\nGET\r\n$9\r\na b %s\r\n$\r\n",
			    written("GET %s", "a b %s\r\n$"));
	assert_string_equal("*2\r\n$3\r\nGET\r\n$6\r\nonce:x\r\n",
			    written("GET once:%s", "x"));
	assert_string_equal(
		"*4\r\n$1\r\na\r\n$1\r\nb\r\n$1\r\nc\r\n$1\r\nd\r\n",
		written("%s %s c %s", "a", "b", "d"));
}

TEST(numbers)
{
	static const struct {
		long long number;
		const char *word;
	} table[] = {
		{ 0, "$1\r\n0" },
		{ 7, "$1\r\n7" },
		{ -7, "$2\r\n-7" },
		{ 1234567890, "$10\r\n1234567890" },
		{ LLONG_MAX, "$19\r\n9223372036854775807" },
		{ LLONG_MIN, "$20\r\n-9223372036854775808" },
	};

	for (size_t i = 0; i < COUNT(table); i++)
		assert_string_equal(arena_printf(&mem,
						 "*2\r\n$1\r\nx\r\n%s\r\n",
						 table[i].word),
				    written("x %lld", table[i].number));
	assert_string_equal("*2\r\n$1\r\nx\r\n$11\r\n-2147483648\r\n",
			    written("x %d", INT_MIN));
	assert_string_equal("*2\r\n$1\r\nx\r\n$20\r\n18446744073709551615\r\n",
			    written("x %" PRIu64, UINT64_MAX));
	/* The format that PRIu64 stands for depends on the machine. */
	assert_string_equal("*2\r\n$1\r\nx\r\n$1\r\n8\r\n",
			    written("x %lu", 8UL));
	assert_string_equal("*2\r\n$1\r\nx\r\n$1\r\n8\r\n",
			    written("x %llu", 8ULL));
}

TEST(ids_as_further_arguments)
{
	static const uint64_t ids[] = { 7, 0, UINT64_MAX };

	assert_string_equal("*5\r\n$7\r\nZMSCORE\r\n$3\r\nx:1\r\n"
			    "$1\r\n7\r\n$1\r\n0\r\n"
			    "$20\r\n18446744073709551615\r\n",
			    written_each(ids, 3, "ZMSCORE x:%d", 1));
	assert_string_equal("*1\r\n$4\r\nPING\r\n",
			    written_each(ids, 0, "PING"));
	assert_null(written_each(ids, 3, "GET %x", 1));
}

TEST(words_of_several_pieces)
{
	assert_string_equal("*2\r\n$3\r\nGET\r\n$7\r\nuser:42\r\n",
			    written("GET user:%" PRIu64, (uint64_t)42));
	assert_string_equal("*1\r\n$5\r\na1b-2\r\n", written("a%db%d", 1, -2));
	/* A key, a value and a little more: no command needs five. */
	assert_null(written("a%db%dc", 1, -2));
	assert_string_equal("*1\r\n$4\r\n1-2x\r\n",
			    written("%d%d%s", 1, -2, "x"));
}

TEST(long_values)
{
	const char *value = arena_printf(&mem, "%0100000d", 7);

	assert_string_equal(arena_printf(&mem,
					 "*2\r\n$3\r\nSET\r\n"
					 "$100000\r\n%s\r\n",
					 value),
			    written("SET %s", value));
	/* The buffer is reused; nothing from before may be visible. */
	assert_string_equal("*1\r\n$4\r\nPING\r\n", written("PING"));
}

/* Called through a pointer, or the compiler would object. */
TEST(other_conversions_are_refused)
{
	static const char *const table[] = {
		"GET %x",  "GET %c", "GET %",  "GET %5d",
		"GET %zu", "GET %%", "GET %l",
	};
	const char *(*try)(const char *format, ...) = written;

	for (size_t i = 0; i < COUNT(table); i++)
		CHECK(table[i], !try(table[i], 1L));
}

__attribute__((format(printf, 1, 2))) static bool added(const char *format,
							...)
{
	va_list args;
	bool ok;

	va_start(args, format);
	ok = command_format(&command, format, args);
	va_end(args);
	return ok;
}

/* A refused command leaves those before it unchanged. */
TEST(several_in_a_row)
{
	const char *volatile none = NULL;

	command_clear(&command);
	assert_true(added("PING"));
	assert_false(added("SET a %s", none));
	assert_true(added("GET %s", "a"));
	assert_string_equal(
		"*1\r\n$4\r\nPING\r\n*2\r\n$3\r\nGET\r\n$1\r\na\r\n",
		arena_strndup(&mem, command.text, command.len));
}

TEST(freeing)
{
	written("PING");
	command_free(&command);
	assert_null(command.text);
	assert_int_equal(0, command.size);
	command_free(&command);
	assert_string_equal("*1\r\n$4\r\nPING\r\n", written("PING"));
	command_free(&command);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(fixed_words),
		PLAIN(strings),
		PLAIN(numbers),
		PLAIN(words_of_several_pieces),
		PLAIN(long_values),
		PLAIN(other_conversions_are_refused),
		PLAIN(several_in_a_row),
		PLAIN(freeing),
		PLAIN(ids_as_further_arguments),
	};

	return RUN_PLAIN(tests);
}
