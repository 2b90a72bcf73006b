/*
 * What the fuzzer started from and what it found, once more.  Run in the
 * folder of the sources.
 */
#include <dirent.h>
#include <stdio.h>

#include "../fuzz/fuzz.h"
#include "unit.h"

#define CORPUS    "tests/fuzz/corpus"
#define INPUT_MAX 65536

static size_t read_input(const char *name, uint8_t *input)
{
	FILE *file = fopen(arena_printf(&mem, CORPUS "/%s", name), "rb");
	size_t size;

	CHECK(name, file);
	size = fread(input, 1, INPUT_MAX, file);
	fclose(file);
	CHECK(name, size < INPUT_MAX);
	return size;
}

TEST(the_corpus)
{
	uint8_t *input = arena_alloc(&mem, INPUT_MAX);
	DIR *folder = opendir(CORPUS);
	size_t n = 0;

	CHECK(CORPUS, folder);
	for (struct dirent *d; (d = readdir(folder));) {
		const char *problem;

		if (*d->d_name == '.')
			continue;
		problem = fuzz_parts(input, read_input(d->d_name, input));
		if (problem)
			fail_msg("%s: %s", d->d_name, problem);
		n++;
	}
	closedir(folder);
	assert_in_range(n, 50, 200);
}

TEST(an_empty_input)
{
	assert_null(fuzz_parts((const uint8_t *)"", 0));
	assert_null(fuzz_parts(NULL, 0));
	assert_null(fuzz_parts((const uint8_t *)"\0", 1));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(the_corpus),
		PLAIN(an_empty_input),
	};

	return RUN_PLAIN(tests);
}
