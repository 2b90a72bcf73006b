#include "web/pages.h"

#include <stdio.h>
#include <string.h>

/*
 * Each is a file of src/pages: `make` puts "_of_NAME" behind its two names; and
 * who may read it, where only members read.
 */
#define EACH_PAGE(DO)                                                         \
	DO(about, OPEN)                                                       \
	DO(account, ACCOUNT)                                                  \
	DO(act, MEMBERS)                                                      \
	DO(bio, MEMBERS)                                                      \
	DO(delete, MEMBERS)                                                   \
	DO(export, ACCOUNT)                                                   \
	DO(feed, LINK)                                                        \
	DO(follow, MEMBERS)                                                   \
	DO(health, OPEN)                                                      \
	DO(home, MEMBERS)                                                     \
	DO(import, MEMBERS)                                                   \
	DO(invitations, MEMBERS)                                              \
	DO(join, OPEN)                                                        \
	DO(leave, ACCOUNT)                                                    \
	DO(likes, MEMBERS)                                                    \
	DO(login, OPEN)                                                       \
	DO(logout, ACCOUNT)                                                   \
	DO(notifications, MEMBERS)                                            \
	DO(people, MEMBERS)                                                   \
	DO(post, MEMBERS)                                                     \
	DO(profile, MEMBERS)                                                  \
	DO(register, OPEN)                                                    \
	DO(reset, OPEN)                                                       \
	DO(scheduled, MEMBERS)                                                \
	DO(search, MEMBERS)                                                   \
	DO(standing, MEMBERS)                                                 \
	DO(status, MEMBERS)                                                   \
	DO(tag, MEMBERS)                                                      \
	DO(timeline, MEMBERS)                                                 \
	DO(waiting, MEMBERS)

#define DECLARE(name, door)                                                   \
	void page_of_##name(struct req *q);                                   \
	extern const char *const templates_of_##name[];

#define DESCRIBE(name, door)                                                  \
	{ #name, page_of_##name, templates_of_##name, DOOR_##door },

EACH_PAGE(DECLARE)

static const struct {
	const char *name;
	void (*answer)(struct req *q);
	const char *const *templates;
	enum door door;
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

enum door pages_door(void)
{
	return pages[chosen].door;
}

void pages_answer(struct req *q)
{
	pages[chosen].answer(q);
}
