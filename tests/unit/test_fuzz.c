/*
 * Replays the fuzzer's initial inputs and its findings. Run it in the source
 * folder.
 */
#include <dirent.h>
#include <stdio.h>

#include "../fuzz/fuzz.h"
#include "unit.h"

#define CORPUS    "tests/fuzz/corpus"
#define FORMS     "tests/fuzz/forms"
#define RECORDS   "tests/fuzz/records"
#define PICTURES  "tests/fuzz/pictures"
#define INPUT_MAX 65536

static size_t read_input(const char *folder, const char *name, uint8_t *input)
{
	FILE *file = fopen(arena_printf(&mem, "%s/%s", folder, name), "rb");
	size_t size;

	CHECK(name, file);
	size = fread(input, 1, INPUT_MAX, file);
	fclose(file);
	CHECK(name, size < INPUT_MAX);
	return size;
}

/* How many there are. */
static size_t replay(const char *path,
		     const char *(*fuzz)(const uint8_t *data, size_t size))
{
	uint8_t *input = arena_alloc(&mem, INPUT_MAX);
	DIR *folder = opendir(path);
	size_t n = 0;

	CHECK(path, folder);
	for (struct dirent *d; (d = readdir(folder));) {
		const char *problem;

		if (*d->d_name == '.')
			continue;
		problem = fuzz(input, read_input(path, d->d_name, input));
		if (problem)
			fail_msg("%s: %s", d->d_name, problem);
		n++;
	}
	closedir(folder);
	return n;
}

TEST(the_corpus)
{
	assert_in_range(replay(CORPUS, fuzz_parts), 50, 200);
}

TEST(forms)
{
	assert_in_range(replay(FORMS, fuzz_form), 20, 200);
}

TEST(records)
{
	assert_in_range(replay(RECORDS, fuzz_records), 30, 200);
}

TEST(pictures)
{
	assert_in_range(replay(PICTURES, fuzz_picture), 30, 200);
}

TEST(an_empty_input)
{
	assert_null(fuzz_picture(NULL, 0));
	assert_null(fuzz_parts((const uint8_t *)"", 0));
	assert_null(fuzz_parts(NULL, 0));
	assert_null(fuzz_records(NULL, 0));
	assert_null(fuzz_parts((const uint8_t *)"\0", 1));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(the_corpus), PLAIN(forms),          PLAIN(records),
		PLAIN(pictures),   PLAIN(an_empty_input),
	};

	return RUN_PLAIN(tests);
}
