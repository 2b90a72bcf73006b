#include "libretwis/member/recall.h"

#include <string.h>

#define PLACES   1024 /* 32 KB */
#define NAME_MAX 24   /* with its NUL; new names have 20 letters at most */

struct recalled {
	char name[NAME_MAX];
	uint64_t id;
};

/* Of members, and so of no request: what is here anybody may ask Redis. */
static struct recalled recalled[PLACES];

static struct recalled *recall_place(const char *name)
{
	size_t place = 0;

	for (const char *c = name; *c; c++)
		place = 31 * place + (unsigned char)*c;
	return &recalled[place % PLACES];
}

uint64_t recall_id(const char *name)
{
	const struct recalled *r = recall_place(name);

	return strcmp(r->name, name) == 0 ? r->id : 0;
}

void recall_keep(const char *name, uint64_t id)
{
	struct recalled *r = recall_place(name);
	size_t size = strlen(name) + 1;

	if (size > NAME_MAX)
		return;
	memcpy(r->name, name, size);
	r->id = id;
}
