#include "view/fragment.h"

#include <stdlib.h>
#include <string.h>

struct fragment {
	size_t key_len, len;
	char bytes[]; /* the key, and then the HTML */
};

/* Belongs to no request: any of them may show all of this. */
static struct fragment *fragments[FRAGMENTS];

void fragment_begin(struct fragment_key *key, size_t place)
{
	key->place = place % FRAGMENTS;
	key->len = 0;
	key->too_long = false;
}

void fragment_add(struct fragment_key *key, const void *bytes, size_t len)
{
	if (len > sizeof key->bytes - key->len) {
		key->too_long = true;
		return;
	}
	memcpy(key->bytes + key->len, bytes, len);
	key->len += len;
}

void fragment_add_text(struct fragment_key *key, const char *text)
{
	fragment_add(key, text ? "+" : "-", 1);
	if (text)
		fragment_add(key, text, strlen(text) + 1);
}

const char *fragment_find(const struct fragment_key *key, size_t *len)
{
	const struct fragment *f = fragments[key->place];

	if (key->too_long || !f || f->key_len != key->len ||
	    memcmp(f->bytes, key->bytes, key->len) != 0)
		return NULL;
	*len = f->len;
	return f->bytes + f->key_len;
}

void fragment_store(const struct fragment_key *key, const char *html,
		    size_t len)
{
	const size_t room = FRAGMENT_MAX - sizeof(struct fragment);
	struct fragment *f;

	if (key->too_long || len > room - key->len)
		return;
	f = malloc(sizeof *f + key->len + len);
	if (!f)
		return;
	f->key_len = key->len;
	f->len = len;
	memcpy(f->bytes, key->bytes, key->len);
	memcpy(f->bytes + key->len, html, len);
	free(fragments[key->place]);
	fragments[key->place] = f;
}
