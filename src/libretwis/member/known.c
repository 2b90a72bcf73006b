#include "libretwis/member/known.h"

#include <string.h>

#define PLACES      1024 /* 320 KB */
#define NAME_MAX    24   /* with its NUL; new names have 20 letters at most */
#define DISPLAY_MAX 64   /* the same; few are longer */

struct known_line {
	struct known_key key;
	int64_t until;
	uint64_t n;
	struct {
		char name[NAME_MAX], display[DISPLAY_MAX]; /* "": none */
	} who[RT_KNOWN];
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

static const char *known_text(struct arena *a, const char *kept)
{
	return *kept ? arena_strdup(a, kept) : NULL;
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
	for (size_t i = 0; i < RT_KNOWN; i++) {
		known->who[i].name = known_text(a, l->who[i].name);
		known->who[i].display = known_text(a, l->who[i].display);
	}
	return true;
}

/* False: it is too long. */
static bool known_put(char *to, size_t room, const char *text)
{
	size_t size = text ? strlen(text) + 1 : 0;

	if (size && size <= room)
		memcpy(to, text, size);
	return size <= room;
}

void known_store(const struct known_key *key, int64_t now,
		 const struct known *known)
{
	struct known_line *l = known_place(key->me, key->id);

	*l = (struct known_line){ .key = *key,
				  .until = now + KNOWN_MS,
				  .n = known->n };
	for (size_t i = 0; i < RT_KNOWN; i++)
		if (!known_put(l->who[i].name, NAME_MAX, known->who[i].name) ||
		    !known_put(l->who[i].display, DISPLAY_MAX,
			       known->who[i].display))
			l->until = now;
}
