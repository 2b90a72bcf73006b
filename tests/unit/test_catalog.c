/* Files of translations, good and bad. */
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "base/catalog.h"
#include "unit.h"

static const char entries[] =
	"msgid \"\"\n"
	"msgstr \"Content-Type: text/plain; charset=UTF-8\\n\"\n"
	"\"Plural-Forms: nplurals=3; plural=n;\\n\"\n"
	"msgid \"Sign in\"\n"
	"msgstr \"Войти\"\n"
	"msgctxt \"verb\"\n"
	"msgid \"Like\"\n"
	"msgstr \"Нравится\"\n"
	"msgid \"{n} post\"\n"
	"msgid_plural \"{n} posts\"\n"
	"msgstr[0] \"none\"\n"
	"msgstr[1] \"\"\n"
	"msgstr[2] \"two\"\n";

static char path[] = "/tmp/retwis-unit-XXXXXX";
static unsigned char good[4096];
static size_t good_len;

static void compile(void)
{
	char command[100];
	FILE *file;

	assert_true(close(mkstemp(path)) == 0);
	snprintf(command, sizeof command, "msgfmt --endianness=little -o %s -",
		 path);
	file = popen(command, "w");
	assert_non_null(file);
	assert_true(fputs(entries, file) >= 0);
	assert_int_equal(pclose(file), 0);
	file = fopen(path, "r");
	assert_non_null(file);
	good_len = fread(good, 1, sizeof good, file);
	assert_in_range(good_len, 100, sizeof good - 1);
	fclose(file);
}

static bool reads(struct catalog *c, const unsigned char *bytes, size_t len)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, len, file), len);
	assert_int_equal(fclose(file), 0);
	*c = (struct catalog){ 0 };
	return catalog_read(c, path);
}

TEST(an_empty_one_has_nothing)
{
	struct catalog c = { 0 };

	assert_null(catalog_find(&c, "Sign in", 0));
	assert_false(catalog_read(&c, "/tmp/there/is/none"));
	assert_int_equal(errno, ENOENT);
}

TEST(keys_contexts_and_forms)
{
	struct catalog c;

	assert_true(reads(&c, good, good_len));
	assert_string_equal(catalog_find(&c, "Sign in", 0), "Войти");
	assert_string_equal(catalog_find(&c, "verb\004Like", 0), "Нравится");
	assert_null(catalog_find(&c, "Like", 0));
	assert_null(catalog_find(&c, "Sign", 0));
	assert_null(catalog_find(&c, "zzz", 0));
	assert_null(catalog_find(&c, "Sign in", 1));
	assert_string_equal(catalog_find(&c, "{n} post", 0), "none");
	assert_string_equal(catalog_find(&c, "{n} post", 1), "");
	assert_string_equal(catalog_find(&c, "{n} post", 2), "two");
	assert_null(catalog_find(&c, "{n} post", 3));
	free(c.bytes);
}

TEST(a_file_that_is_cut_short)
{
	struct catalog c;

	for (size_t len = 0; len < good_len; len++) {
		if (reads(&c, good, len))
			fail_msg("%zu of %zu bytes are read", len, good_len);
		assert_int_equal(errno, EINVAL);
	}
}

/* Whatever is in a file, nothing outside of it is read. */
TEST(a_file_with_other_bytes)
{
	static const unsigned char others[] = { 0, 1, 0x7f, 0x80, 0xff };
	unsigned char bad[sizeof good];
	struct catalog c;

	for (size_t at = 0; at < good_len; at++)
		for (size_t i = 0; i < sizeof others; i++) {
			memcpy(bad, good, good_len);
			bad[at] = others[i];
			if (!reads(&c, bad, good_len))
				continue;
			catalog_find(&c, "Sign in", 0);
			catalog_find(&c, "{n} post", 2);
			free(c.bytes);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(an_empty_one_has_nothing),
		PLAIN(keys_contexts_and_forms),
		PLAIN(a_file_that_is_cut_short),
		PLAIN(a_file_with_other_bytes),
	};
	int failed;

	compile();
	failed = RUN_PLAIN(tests);
	unlink(path);
	return failed;
}
