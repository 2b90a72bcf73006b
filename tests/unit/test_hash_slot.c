/* The slots of keys, as Redis Cluster counts them. */
#include "redis/command.h"
#include "redis/hash_slot.h"
#include "unit.h"

static int slot(const char *key)
{
	return hash_slot(key, strlen(key));
}

/*
 * What CLUSTER KEYSLOT returns; 0x31c3 is the check value of CRC16/XMODEM
 * itself.
 */
TEST(known_keys)
{
	static const struct {
		const char *key;
		int slot;
	} table[] = {
		{ "123456789", 0x31c3 }, { "", 0 },       { "a", 15495 },
		{ "foo", 12182 },        { "bar", 5061 }, { "user:1", 10778 },
	};

	for (size_t i = 0; i < COUNT(table); i++)
		CHECK(table[i].key, slot(table[i].key) == table[i].slot);
}

TEST(a_tag_decides)
{
	assert_int_equal(slot("fanout"), slot("{fanout}:jobs"));
	assert_int_equal(slot("fanout"), slot("{fanout}:taken:1-a"));
	assert_int_equal(slot("b"), slot("a{b}c{d}"));
	assert_int_equal(slot("{b"), slot("a{{b}}c"));
}

static void add(struct command *c, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	assert_true(command_format(c, format, args));
	va_end(args);
}

TEST(the_key_of_a_command)
{
	const char *script = "return redis.call('GET', 'x')\r\n$3\r\nfoo";
	struct command c = { 0 };
	const char *at;

	add(&c, "GET foo");
	add(&c, "EVAL %s 1 foo a", script);
	add(&c, "EVAL %s 2 {foo}a {foo}b c", script);
	add(&c, "EVAL %s 0 foo", script);
	add(&c, "PUBLISH foo bar");
	add(&c, "PING");
	add(&c, "INFO memory");
	add(&c, "SET %s %s", "bar", "foo");
	add(&c, "HGET %s x", "");
	add(&c, "WHATEVER");
	at = c.text;
	for (size_t i = 0; i < 3; i++)
		assert_int_equal(slot("foo"), hash_slot_next(&at));
	for (size_t i = 0; i < 4; i++)
		assert_int_equal(SLOT_ANY, hash_slot_next(&at));
	assert_int_equal(slot("bar"), hash_slot_next(&at));
	assert_int_equal(slot(""), hash_slot_next(&at));
	assert_int_equal(SLOT_ANY, hash_slot_next(&at));
	assert_ptr_equal(c.text + c.len, at);
	command_free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(known_keys),
		PLAIN(a_tag_decides),
		PLAIN(the_key_of_a_command),
	};

	return RUN_PLAIN(tests);
}
