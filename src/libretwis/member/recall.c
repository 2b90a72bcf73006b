#include "libretwis/member/recall.h"

#include <string.h>

#include "libretwis/retwis.h"

#define PLACES     1024 /* 216 KB */
#define NAME_MAX   24   /* with its NUL; new names have 20 letters at most */
#define DISPLAY_MS 10000

struct recalled {
	char name[NAME_MAX];
	uint64_t id, since;
	int64_t until;                      /* the display name is of use */
	char display[RT_DISPLAY_BYTES + 1]; /* "": none */
};

/* Of members, and so of no request: anybody may ask Redis for all of this. */
static struct recalled recalled[PLACES];

static struct recalled *recall_place(const char *name)
{
	size_t place = 0;

	for (const char *c = name; *c; c++)
		place = 31 * place + (unsigned char)*c;
	return &recalled[place % PLACES];
}

static bool recall_is(const struct recalled *r, const char *name, uint64_t id)
{
	return r->id == id && strcmp(r->name, name) == 0;
}

uint64_t recall_id(const char *name)
{
	const struct recalled *r = recall_place(name);

	return strcmp(r->name, name) == 0 ? r->id : 0;
}

void recall_store(const char *name, uint64_t id)
{
	struct recalled *r = recall_place(name);
	size_t size = strlen(name) + 1;

	if (size > NAME_MAX || recall_is(r, name, id))
		return;
	*r = (struct recalled){ .id = id };
	memcpy(r->name, name, size);
}

uint64_t recall_since(const char *name, uint64_t id)
{
	const struct recalled *r = recall_place(name);

	return recall_is(r, name, id) ? r->since : 0;
}

void recall_store_since(const char *name, uint64_t id, uint64_t since)
{
	struct recalled *r = recall_place(name);

	if (recall_is(r, name, id))
		r->since = since;
}

bool recall_display(struct arena *a, const char *name, int64_t now,
		    const char **display)
{
	const struct recalled *r = recall_place(name);

	if (strcmp(r->name, name) != 0 || now >= r->until)
		return false;
	*display = *r->display ? arena_strdup(a, r->display) : NULL;
	return true;
}

void recall_store_display(const char *name, int64_t now, const char *display)
{
	struct recalled *r = recall_place(name);
	size_t size = display ? strlen(display) + 1 : 1;

	if (strcmp(r->name, name) != 0 || size > sizeof r->display)
		return;
	memcpy(r->display, display ? display : "", size);
	r->until = now + DISPLAY_MS;
}
