#include "view/fragment.h"

#include <stdlib.h>
#include <string.h>

/* ---- store -------------------------------------------------------------- */

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

/* ---- cached ------------------------------------------------------------- */

/*
 * A page of its own, so that no value of the page around it gets in; without
 * the line break at its end, since kept.tpl has one, too.
 */
static const char *kept_make(struct arena *a, const struct kept *kept,
			     size_t *len)
{
	struct tpl *root = tpl_new(a);
	const char *html;

	kept->set(a, root, kept->what);
	html = tpl_render(root, kept->file, len);
	if (html && *len && html[*len - 1] == '\n')
		--*len;
	return html;
}

/* There until another one is made; NULL if it cannot be made. */
static const char *kept_html(struct arena *a, const struct kept *kept,
			     size_t *len)
{
	const char *html = fragment_find(kept->key, len);

	if (html)
		return html;
	html = kept_make(a, kept, len);
	if (html)
		fragment_store(kept->key, html, *len);
	return html;
}

void view_cached(struct arena *a, struct tpl *t, const char *place,
		 const struct kept *kept)
{
	size_t len;
	const char *html = kept_html(a, kept, &len);

	if (html)
		tpl_add_html(t, place, "kept.tpl", "KEPT", html, len);
	else
		kept->set(a, tpl_include(t, place, kept->file), kept->what);
}
