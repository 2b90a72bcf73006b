/*
 * Our own look at pictures, with arbitrary files, and what takes everything but
 * pixels out of a WebP. `make fuzz` builds this with libFuzzer; the unit tests
 * replay the files in tests/fuzz/pictures.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "picture/kind.h"
#include "picture/webp_strip.h"

/* Returns from the function with a sentence about what is wrong. */
#define HOLDS(condition)                                                      \
	do {                                                                  \
		if (!(condition))                                             \
			return #condition;                                    \
	} while (0)

/*
 * A copy of exactly this size, with these bytes after it: the sanitizer then
 * detects reads beyond it.  The caller frees it.
 */
static unsigned char *file_with(const uint8_t *data, size_t size,
				const char *more)
{
	size_t len = strlen(more);
	unsigned char *copy = malloc(size + len);

	if (!copy && size + len > 0)
		abort();
	if (size > 0)
		memcpy(copy, data, size);
	if (len > 0)
		memcpy(copy + size, more, len);
	return copy;
}

static enum verdict picture_look(const uint8_t *data, size_t size,
				 const char *more, struct kind *kind)
{
	unsigned char *copy = file_with(data, size, more);
	enum verdict verdict = kind_look(copy, size + strlen(more), kind);

	free(copy);
	return verdict;
}

/* What was seen at the beginning does not depend on the end. */
static const char *picture_check_kind(const uint8_t *data, size_t size)
{
	struct kind kind, longer;
	enum verdict verdict = picture_look(data, size, "", &kind);
	enum verdict again = picture_look(data, size, "more", &longer);

	HOLDS(verdict <= VERDICT_LARGE);
	if (verdict == VERDICT_OK || verdict == VERDICT_LARGE) {
		HOLDS(kind.format <= KIND_GIF);
		HOLDS(kind.width > 0 && kind.height > 0);
		HOLDS(kind_fits(kind.width, kind.height, kind.is_heavy) ==
		      (verdict == VERDICT_OK));
		HOLDS(again == verdict);
		HOLDS(kind.width == longer.width);
		HOLDS(kind.height == longer.height);
	}
	return NULL;
}

/* Once is enough, and nothing is added. */
static const char *picture_check_strip(const uint8_t *data, size_t size)
{
	unsigned char *copy = file_with(data, size, "");
	size_t len = webp_strip(copy, size);
	size_t again = len <= size ? webp_strip(copy, len) : 0;

	free(copy);
	HOLDS(len <= size);
	HOLDS(again == len);
	return NULL;
}

const char *fuzz_picture(const uint8_t *data, size_t size)
{
	const char *problem = picture_check_kind(data, size);

	return problem ? problem : picture_check_strip(data, size);
}

#ifdef FUZZ_PICTURE
/* For libFuzzer. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *problem = fuzz_picture(data, size);

	if (problem) {
		fprintf(stderr, "does not hold: %s\n", problem);
		abort();
	}
	return 0;
}
#endif
