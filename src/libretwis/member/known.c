#include "libretwis/member/known.h"

#include <string.h>

#define PLACES   1024 /* 128 KB */
#define NAME_MAX 24   /* with its NUL; new names have 20 letters at most */

struct known_line {
	struct known_key key;
	int64_t until;
	uint64_t n;
	char name[RT_KNOWN][NAME_MAX]; /* "": none */
};

/* Each belongs to a visitor, whose session the page has to know first. */
static struct known_line known_lines[PLACES];

static struct known_line *known_place(uint64_t me, uint64_t id)
{
	return &known_lines[(31 * me + id) % PLACES];
}

bool known_about(uint64_t me, uint64_t id, int64_t now)
{
	const struct known_line *l = known_place(me, id);

	return l->key.me == me && l->key.id == id && now < l->until;
}

bool known_recall(struct arena *a, const struct known_key *key, int64_t now,
		  struct known *known)
{
	const struct known_line *l = known_place(key->me, key->id);

	if (!known_about(key->me, key->id, now) ||
	    l->key.friends != key->friends ||
	    l->key.followers != key->followers)
		return false;
	known->n = l->n;
	for (size_t i = 0; i < RT_KNOWN; i++)
		known->name[i] =
			*l->name[i] ? arena_strdup(a, l->name[i]) : NULL;
	return true;
}

void known_keep(const struct known_key *key, int64_t now,
		const struct known *known)
{
	struct known_line *l = known_place(key->me, key->id);

	*l = (struct known_line){ .key = *key,
				  .until = now + KNOWN_MS,
				  .n = known->n };
	for (size_t i = 0; i < RT_KNOWN; i++) {
		const char *name = known->name[i] ? known->name[i] : "";
		size_t size = strlen(name) + 1;

		if (size <= NAME_MAX)
			memcpy(l->name[i], name, size);
		else
			l->until = now;
	}
}
