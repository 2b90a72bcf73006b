/*
 * Replies such as no Redis sends: replays the findings of `make fuzz` against
 * all pages and the worker. Run it in the source folder.
 */
#include <dirent.h>
#include <stdio.h>
#include <unistd.h>

#include "../fuzz/fuzz.h"
#include "../fuzz/visits.h"
#include "unit.h"

#define CORPUS    "tests/fuzz/replies"
#define INPUT_MAX 4096

static void replay(const char *name)
{
	const char *path = arena_printf(&mem, CORPUS "/%s", name), *problem;
	uint8_t *input = arena_alloc(&mem, INPUT_MAX);
	FILE *file = fopen(path, "rb");
	size_t size;

	CHECK(name, file);
	size = fread(input, 1, INPUT_MAX, file);
	fclose(file);
	CHECK(name, size && size < INPUT_MAX);
	problem = fuzz_replies(input, size);
	if (problem)
		fail_msg("%s: %s", name, problem);
}

TEST(the_corpus)
{
	DIR *folder = opendir(CORPUS);
	size_t n = 0;

	CHECK(CORPUS, folder);
	for (struct dirent *d; (d = readdir(folder));) {
		if (*d->d_name == '.')
			continue;
		replay(d->d_name);
		n++;
	}
	closedir(folder);
	assert_in_range(n, 3, 200);
}

/* With the answers of a correct Redis every page comes to its end. */
TEST(good_replies)
{
	for (unsigned i = 0; i < visits; i++) {
		const uint8_t visit = (uint8_t)i;

		assert_null(fuzz_replies(&visit, 1));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAIN(the_corpus),
		PLAIN(good_replies),
	};

	return RUN_PLAIN(tests);
}
