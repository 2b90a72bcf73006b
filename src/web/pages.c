#include "web/pages.h"

#include <stdio.h>
#include <string.h>

/* Each is a file of src/pages: `make` puts "_of_NAME" behind its two names. */
#define EACH_PAGE(DO)                                                         \
	DO(about)                                                             \
	DO(account)                                                           \
	DO(act)                                                               \
	DO(bio)                                                               \
	DO(delete)                                                            \
	DO(feed)                                                              \
	DO(follow)                                                            \
	DO(health)                                                            \
	DO(home)                                                              \
	DO(likes)                                                             \
	DO(login)                                                             \
	DO(logout)                                                            \
	DO(notifications)                                                     \
	DO(people)                                                            \
	DO(post)                                                              \
	DO(profile)                                                           \
	DO(register)                                                          \
	DO(reset)                                                             \
	DO(scheduled)                                                         \
	DO(search)                                                            \
	DO(status)                                                            \
	DO(tag)                                                               \
	DO(timeline)

#define DECLARE(name)                                                         \
	void page_of_##name(struct req *q);                                   \
	extern const char *const templates_of_##name[];

#define DESCRIBE(name) { #name, page_of_##name, templates_of_##name },

EACH_PAGE(DECLARE)

static const struct {
	const char *name;
	void (*answer)(struct req *q);
	const char *const *templates;
} pages[] = { EACH_PAGE(DESCRIBE) };

#define PAGES (sizeof pages / sizeof *pages)

static size_t chosen;

bool pages_choose(const char *program)
{
	const char *slash = strrchr(program, '/');
	const char *name = slash ? slash + 1 : program;

	for (chosen = 0; chosen < PAGES; chosen++)
		if (strcmp(pages[chosen].name, name) == 0)
			return true;
	fprintf(stderr, "retwis: no page is named %s\n", name);
	return false;
}

const char *const *pages_templates(void)
{
	return pages[chosen].templates;
}

void pages_answer(struct req *q)
{
	pages[chosen].answer(q);
}
