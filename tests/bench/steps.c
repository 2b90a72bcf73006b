#include "steps.h"

#include <err.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "resp.h"

#define STEP_MAX (256 * 1024)

static FILE *open_step(const char *program, size_t n)
{
	char path[PATH_MAX], folder[PATH_MAX], name[PATH_MAX];

	snprintf(folder, sizeof folder, "%s", program);
	snprintf(name, sizeof name, "%s", program);
	if (snprintf(path, sizeof path, "%s/../steps/%s.%zu", dirname(folder),
		     basename(name), n) >= (int)sizeof path)
		return NULL;
	return fopen(path, "rb");
}

static size_t count_commands(const struct step *s)
{
	size_t n = 0, whole;

	for (size_t at = 0; at < s->len; at += whole, n++) {
		whole = resp_length(s->bytes + at, s->len - at);
		if (whole == 0 || whole == RESP_WRONG)
			errx(EXIT_FAILURE, "a step has no complete commands");
	}
	return n;
}

size_t steps_read(const char *program, struct step steps[STEPS_MAX])
{
	static char bytes[STEP_MAX];
	size_t n = 0;
	FILE *file;

	for (; n < STEPS_MAX && (file = open_step(program, n + 1)); n++) {
		struct step *s = &steps[n];

		s->len = fread(bytes, 1, sizeof bytes, file);
		fclose(file);
		s->bytes = malloc(s->len);
		if (s->len == 0 || !s->bytes)
			errx(EXIT_FAILURE, "a step is empty, or no memory");
		memcpy(s->bytes, bytes, s->len);
		s->replies = count_commands(s);
	}
	return n;
}
