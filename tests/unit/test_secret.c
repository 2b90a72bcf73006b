/* Secrets: random ones, digests, comparing. */
#include "base/prefix.h"
#include "base/secret.h"
#include "libretwis/account.h"
#include "unit.h"

#define HEX "0123456789abcdef"

TEST(new_secrets_are_hex_and_differ)
{
	const char *one = secret_new(&mem), *other = secret_new(&mem);

	assert_int_equal(32, strlen(one));
	assert_int_equal(32, strspn(one, HEX));
	assert_string_not_equal(one, other);
	assert_true(secret_plausible(one));
}

/* The examples of FIPS 180-2. */
TEST(digests)
{
	assert_string_equal("ba7816bf8f01cfea414140de5dae2223"
			    "b00361a396177a9cb410ff61f20015ad",
			    secret_digest(&mem, "abc"));
	assert_string_equal("e3b0c44298fc1c149afbf4c8996fb924"
			    "27ae41e4649b934ca495991b7852b855",
			    secret_digest(&mem, ""));
}

/* RFC 2104 with SHA-256, as in textbooks. */
TEST(macs)
{
	for (int twice = 0; twice < 2; twice++)
		assert_string_equal(
			"f7bc83f430538424b13298e6aa6fb143"
			"ef4d59a14946175997479dbc2d1a3cd8",
			secret_mac(&mem, "key",
				   "The quick brown fox jumps over the lazy "
				   "dog"));
	assert_string_not_equal(secret_mac(&mem, "a", "text"),
				secret_mac(&mem, "b", "text"));
	assert_int_equal(64, strlen(secret_mac(&mem, "", "")));
}

/* RFC 4231: keys of 20, 4 and 131 bytes. */
TEST(macs_of_the_standard)
{
	char *one = memset(arena_alloc(&mem, 21), 0x0b, 20);
	char *six = memset(arena_alloc(&mem, 132), 0xaa, 131);

	assert_string_equal("b0344c61d8db38535ca8afceaf0bf12b"
			    "881dc200c9833da726e9376c2e32cff7",
			    secret_mac(&mem, one, "Hi There"));
	assert_string_equal(
		"5bdcc146bf60754e6a042426089575c7"
		"5a003f089d2739839dec58b964ec3843",
		secret_mac(&mem, "Jefe", "what do ya want for nothing?"));
	assert_string_equal("60e431591ee0b67f0d8a26aacbf5b77f"
			    "8e0bc6213728c5140546040f0ee37f54",
			    secret_mac(&mem, six,
				       "Test Using Larger Than Block-Size Key "
				       "- Hash Key First"));
}

TEST(equality)
{
	static const struct {
		const char *one, *other;
		bool equal;
	} table[] = {
		{ "", "", true },        { "a", "a", true },
		{ "abc", "abc", true },  { "abc", "abd", false },
		{ "abc", "Abc", false }, { "abc", "ab", false },
		{ "ab", "abc", false },  { "", "a", false },
		{ "a", "", false },
	};

	for (size_t i = 0; i < COUNT(table); i++)
		CHECK(table[i].other,
		      secret_equal(table[i].one, table[i].other) ==
			      table[i].equal);
}

TEST(what_a_cookie_may_hold)
{
	char *most = arena_printf(&mem, "%0128d", 0);
	static const char *const bad[] = {
		"", " ", "a b", "a;b", "a\nb", "a-b", "%61", "\xc3\xa9", "a\"",
	};

	assert_true(secret_plausible("0"));
	assert_true(secret_plausible("azAZ09"));
	assert_true(secret_plausible("d41d8cd98f00b204e9800998ecf8427e"));
	assert_true(secret_plausible(most));
	assert_false(secret_plausible(arena_printf(&mem, "%s0", most)));
	for (size_t i = 0; i < COUNT(bad); i++)
		CHECK(bad[i], !secret_plausible(bad[i]));
}

TEST(hashes_name_their_cost_and_are_salted)
{
	const char *one = NULL, *other = NULL, *phc = "untouched";

	assert_int_equal(RT_OK, secret_hash(&mem, "opensesame", &one));
	assert_int_equal(RT_OK, secret_hash(&mem, "opensesame", &other));
	assert_memory_equal("$argon2id$v=19$m=19456,t=2,p=1$", one, 31);
	assert_string_not_equal(one, other);
	assert_true(secret_verify(&mem, "opensesame", one, &phc));
	assert_true(secret_verify(&mem, "opensesame", other, &phc));
	assert_false(secret_verify(&mem, "opensesamE", one, &phc));
	assert_false(secret_verify(&mem, "", one, &phc));
	assert_string_equal("untouched", phc);
}

TEST(a_clear_text_gives_its_hash_once)
{
	const char *phc = NULL;

	assert_true(secret_verify(&mem, "secret", "secret", &phc));
	assert_non_null(phc);
	assert_true(secret_verify(&mem, "secret", phc, &phc));
}

/* The md5 is that of "a|salt" and "secret", according to md5sum(1). */
TEST(a_wrapped_md5_gives_its_hash_once)
{
	static const char md5[] = "ddaa47d0cb13fa5e370c3629540ef1a1";
	const char *stored = NULL, *phc = NULL;

	assert_int_equal(RT_OK, secret_wrap(&mem, "a|salt", md5, &stored));
	assert_false(secret_verify(&mem, md5, stored, &phc));
	assert_false(secret_verify(&mem, stored, stored, &phc));
	assert_false(secret_verify(&mem, "Secret", stored, &phc));
	assert_null(phc);
	assert_true(secret_verify(&mem, "secret", stored, &phc));
	assert_non_null(text_after(phc, "$argon2id$"));
	assert_true(secret_verify(&mem, "secret", phc, &phc));
}

TEST(what_never_fits)
{
	static const struct {
		const char *password, *stored;
	} table[] = {
		{ "", NULL },
		{ "x", NULL },
		{ "", "" },
		{ "x", "" },
		{ "secret", "secreT" },
		{ "secret", "secret " },
		{ "secre", "secret" },
		{ "", "secret" },
		{ "x", "$argon2id$" },
		{ "$argon2id$", "$argon2id$" },
		{ "$md5$", "$md5$" },
		{ "x", "$md5$salt|" },
		{ "$argon2id$v=19$m=1,t=1,p=1$eA$eA",
		  "$argon2id$v=19$m=1,t=1,p=1$eA$eA" },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		const char *phc = "untouched";

		CHECK(table[i].password,
		      !secret_verify(&mem, table[i].password, table[i].stored,
				     &phc));
		assert_string_equal("untouched", phc);
	}
}

/* Somebody who steals a hash must not be able to sign in by typing it. */
TEST(a_hash_is_no_clear_text)
{
	const char *phc = NULL, *again = NULL;

	assert_int_equal(RT_OK, secret_hash(&mem, "opensesame", &phc));
	assert_false(secret_verify(&mem, phc, phc, &again));
	assert_null(again);
}

/* Processor time, since the machine may be busy. */
static clock_t time_of(const char *stored)
{
	clock_t began = clock();
	const char *phc = NULL;

	for (int i = 0; i < 4; i++)
		secret_verify(&mem, "wrong", stored, &phc);
	return clock() - began;
}

/* An unknown name must cost as much as a wrong password. */
TEST(nothing_stored_takes_as_long)
{
	const char *phc = NULL;
	clock_t known, unknown, clear;

	assert_int_equal(RT_OK, secret_hash(&mem, "opensesame", &phc));
	known = time_of(phc);
	unknown = time_of(NULL);
	clear = time_of("clear text");
	assert_true(unknown * 4 > known);
	assert_true(clear * 4 > known);
}

/* Otherwise everybody would be refused after it. */
TEST(a_hash_that_was_held_up_is_no_measure)
{
	const char *phc;

	for (int n = 0; n < 5; n++)
		secret_hash_took(40 + n);
	assert_int_equal(42, rt_hash_ms());
	secret_hash_took(9000);
	secret_hash_took(9000);
	assert_int_equal(44, rt_hash_ms());
	secret_hash_took(9000);
	assert_int_equal(9000, rt_hash_ms());
	for (int n = 0; n < 5; n++)
		assert_int_equal(RT_OK, secret_hash(&mem, "opensesame", &phc));
	assert_in_range(rt_hash_ms(), 1, 8999);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(new_secrets_are_hex_and_differ),
		PLAIN(digests),
		PLAIN(macs),
		PLAIN(macs_of_the_standard),
		PLAIN(equality),
		PLAIN(what_a_cookie_may_hold),
		PLAIN(hashes_name_their_cost_and_are_salted),
		PLAIN(a_clear_text_gives_its_hash_once),
		PLAIN(a_wrapped_md5_gives_its_hash_once),
		PLAIN(what_never_fits),
		PLAIN(a_hash_is_no_clear_text),
		PLAIN(nothing_stored_takes_as_long),
		PLAIN(a_hash_that_was_held_up_is_no_measure),
	};

	return RUN_PLAIN(tests);
}
