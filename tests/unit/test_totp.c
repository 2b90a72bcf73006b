/* Codes that depend on the time, and encryption: without Redis. */
#include "base/aead.h"
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

/* ---- GCM, test case 16 of its specification ------------------------------ */

#define GCM_KEY                                                               \
	"feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308"
#define GCM_PLAIN                                                             \
	"d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"    \
	"1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39"
#define GCM_BOUND                                                             \
	"\xfe\xed\xfa\xce\xde\xad\xbe\xef\xfe\xed\xfa\xce\xde\xad\xbe\xef"    \
	"\xab\xad\xda\xd2"
#define GCM_SEALED                                                            \
	"cafebabefacedbaddecaf888"                                            \
	"522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"    \
	"8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662"            \
	"76fc6ece0f4e1768cddf8853bb2d551b"
#define GCM_LEN 60

static void gcm_key(unsigned char key[AEAD_KEY_BYTES])
{
	assert_true(secret_read_hex(GCM_KEY, key, AEAD_KEY_BYTES));
}

TEST(what_the_standard_has_sealed_opens)
{
	unsigned char key[AEAD_KEY_BYTES], plain[GCM_LEN];

	gcm_key(key);
	assert_true(aead_open(key, GCM_BOUND, GCM_SEALED, plain, GCM_LEN));
	assert_string_equal(GCM_PLAIN, secret_hex(&mem, plain, GCM_LEN));
}

TEST(what_was_sealed_opens_only_as_it_was)
{
	unsigned char key[AEAD_KEY_BYTES], other[AEAD_KEY_BYTES], plain[3];
	char *sealed;

	gcm_key(key);
	gcm_key(other);
	other[31] ^= 1;
	sealed = aead_seal(&mem, key, "here", "abc", 3);
	assert_string_not_equal(sealed,
				aead_seal(&mem, key, "here", "abc", 3));
	assert_true(aead_open(key, "here", sealed, plain, 3));
	assert_memory_equal("abc", plain, 3);
	memcpy(plain, "xyz", 3);
	assert_false(aead_open(other, "here", sealed, plain, 3));
	assert_false(aead_open(key, "there", sealed, plain, 3));
	assert_false(aead_open(key, "here", sealed, plain, 2));
	assert_false(aead_open(key, "here", "", plain, 3));
	assert_false(aead_open(key, "here", "not hex", plain, 3));
	for (size_t i = 0; sealed[i]; i++) {
		char was = sealed[i];

		sealed[i] = was == '0' ? '1' : '0';
		assert_false(aead_open(key, "here", sealed, plain, 3));
		sealed[i] = was;
	}
	assert_memory_equal("xyz", plain, 3);
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
		PLAIN(what_the_standard_has_sealed_opens),
		PLAIN(what_was_sealed_opens_only_as_it_was),
		PLAIN(hex_is_read_as_it_is_written),
	};

	return RUN_PLAIN(tests);
}
