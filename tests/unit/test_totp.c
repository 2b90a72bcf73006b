/* Codes that depend on the time, and encryption: without Redis. */
#include "base/key_wrap.h"
#include "base/secret.h"
#include "base/totp.h"
#include "unit.h"

/* ---- RFC 6238, appendix B ---------------------------------------------- */

static const unsigned char rfc_secret[] = "12345678901234567890";

/* The last six of its eight digits. */
static const struct {
	const char *when;
	time_t second;
	const char *code;
} rfc[] = {
	{ "59", 59, "287082" },
	{ "1111111109", 1111111109, "081804" },
	{ "1111111111", 1111111111, "050471" },
	{ "1234567890", 1234567890, "005924" },
	{ "2000000000", 2000000000, "279037" },
	{ "20000000000", 20000000000, "353130" },
};

TEST(codes_are_those_of_the_standard)
{
	char code[TOTP_DIGITS + 1];

	for (size_t i = 0; i < COUNT(rfc); i++) {
		CHECK(rfc[i].when, totp_code(rfc_secret, rfc[i].second, code));
		assert_string_equal(rfc[i].code, code);
	}
}

TEST(a_step_early_or_late_is_accepted)
{
	static const struct {
		const char *row;
		int late;
		bool is_found;
	} table[] = {
		{ "two early", -60, false }, { "one early", -30, true },
		{ "now", 0, true },          { "one late", 30, true },
		{ "two late", 60, false },
	};
	const time_t second = 1111111111;

	for (size_t i = 0; i < COUNT(table); i++) {
		uint64_t step = 0;
		bool is_found = totp_find(rfc_secret, "050471",
					  second + table[i].late, 0, &step);

		CHECK(table[i].row, is_found == table[i].is_found);
		CHECK(table[i].row,
		      step == (is_found ? (uint64_t)second / 30 : 0));
	}
}

TEST(no_step_is_found_twice)
{
	const time_t second = 1111111111;
	uint64_t step = 0;

	assert_true(totp_find(rfc_secret, "050471", second, 0, &step));
	assert_false(totp_find(rfc_secret, "050471", second, step, &step));
	assert_true(totp_find(rfc_secret, "050471", second, step - 1, &step));
	for (const char *const *wrong =
		     (const char *const[]){ "050472", "", "05047", "0504710",
					    NULL };
	     *wrong; wrong++)
		CHECK(*wrong,
		      !totp_find(rfc_secret, *wrong, second, 0, &step));
}

TEST(a_secret_in_base32)
{
	assert_string_equal("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
			    totp_base32(&mem, rfc_secret));
}

/* ---- encryption -------------------------------------------------------- */

static const char wrap_key[] =
	"feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308";

static void read_wrap_key(unsigned char key[KEY_WRAP_BYTES])
{
	assert_true(secret_read_hex(wrap_key, key, KEY_WRAP_BYTES));
}

/* As another program does it: openssl enc -id-aes256-wrap-pad -iv A65959A6 */
TEST(what_others_have_wrapped)
{
	const char *wrapped = "c3203ef23b63505be2e2a7d8a0d039f0"
			      "0291d872398656f05b81d9245d55ca4f";
	unsigned char key[KEY_WRAP_BYTES], plain[20];

	read_wrap_key(key);
	assert_string_equal(wrapped,
			    key_wrap(&mem, key, "twenty bytes of text", 20));
	assert_true(key_unwrap(key, wrapped, plain, 20));
	assert_memory_equal("twenty bytes of text", plain, 20);
}

TEST(what_was_wrapped_opens_only_as_it_was)
{
	unsigned char key[KEY_WRAP_BYTES], other[KEY_WRAP_BYTES];
	unsigned char plain[KEY_WRAP_MAX];
	char *wrapped;

	read_wrap_key(key);
	read_wrap_key(other);
	other[31] ^= 1;
	wrapped = key_wrap(&mem, key, "abc", 3);
	assert_true(key_unwrap(key, wrapped, plain, 3));
	assert_memory_equal("abc", plain, 3);
	memcpy(plain, "xyz", 3);
	assert_false(key_unwrap(other, wrapped, plain, 3));
	assert_false(key_unwrap(key, wrapped, plain, 2));
	assert_false(key_unwrap(key, wrapped, plain, 0));
	assert_false(key_unwrap(key, wrapped, plain, KEY_WRAP_MAX));
	assert_false(key_unwrap(key, wrapped, plain, KEY_WRAP_MAX + 1));
	assert_false(key_unwrap(key, "", plain, 3));
	assert_false(key_unwrap(key, "not hex", plain, 3));
	for (size_t i = 0; wrapped[i]; i++) {
		char was = wrapped[i];

		wrapped[i] = was == '0' ? '1' : '0';
		assert_false(key_unwrap(key, wrapped, plain, 3));
		wrapped[i] = was;
	}
	assert_memory_equal("xyz", plain, 3);
}

TEST(secrets_of_each_length)
{
	unsigned char key[KEY_WRAP_BYTES], plain[KEY_WRAP_MAX];
	char *text = arena_printf(&mem, "%064d", 7);

	read_wrap_key(key);
	for (size_t n = 1; n <= KEY_WRAP_MAX; n++) {
		assert_true(key_unwrap(key, key_wrap(&mem, key, text, n),
				       plain, n));
		assert_memory_equal(text, plain, n);
	}
}

TEST(hex_is_read_as_it_is_written)
{
	unsigned char bytes[2];

	assert_true(secret_read_hex("0aff", bytes, 2));
	assert_int_equal(0x0a, bytes[0]);
	assert_int_equal(0xff, bytes[1]);
	for (const char *const *wrong =
		     (const char *const[]){ "0af", "0aff0", "0aFF", "0ag0", "",
					    NULL };
	     *wrong; wrong++)
		CHECK(*wrong, !secret_read_hex(*wrong, bytes, 2));
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		PLAIN(codes_are_those_of_the_standard),
		PLAIN(a_step_early_or_late_is_accepted),
		PLAIN(no_step_is_found_twice),
		PLAIN(a_secret_in_base32),
		PLAIN(what_others_have_wrapped),
		PLAIN(what_was_wrapped_opens_only_as_it_was),
		PLAIN(secrets_of_each_length),
		PLAIN(hex_is_read_as_it_is_written),
	};

	return RUN_PLAIN(tests);
}
