#include "program/pages.h"

#include <stdio.h>
#include <string.h>

#include "schema/routes.h"

/*
 * Each page is a file of src/pages: `make` adds "_of_NAME" to its two names.
 * EACH_PAGE has their names and doors, from the table src/schema/routes.
 * A program has only some of them, and NULL in the place of the others.
 */
#define DECLARE(name, door)                                                   \
	__attribute__((weak)) void page_of_##name(struct req *q);             \
	__attribute__((weak)) extern const char *const templates_of_##name[];

#define DESCRIBE(name, door)                                                  \
	{ #name, page_of_##name, templates_of_##name, ACCESS_##door },

EACH_PAGE(DECLARE)

static const struct {
	const char *name;
	void (*answer)(struct req *q);
	const char *const *templates;
	enum access door;
} pages[] = { EACH_PAGE(DESCRIBE) };

#define PAGES (sizeof pages / sizeof *pages)

static size_t chosen;

bool pages_choose(const char *program)
{
	const char *slash = strrchr(program, '/');
	const char *name = slash ? slash + 1 : program;

	for (chosen = 0; chosen < PAGES; chosen++)
		if (strcmp(pages[chosen].name, name) == 0 &&
		    pages[chosen].answer)
			return true;
	fprintf(stderr, "retwis: there is no page named %s\n", name);
	return false;
}

const char *const *pages_templates(void)
{
	return pages[chosen].templates;
}

enum access pages_access(void)
{
	return pages[chosen].door;
}

void pages_answer(struct req *q)
{
	pages[chosen].answer(q);
}
