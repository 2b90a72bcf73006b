#include "view/fragment.h"

#include <stdlib.h>
#include <string.h>

/* ---- the cache --------------------------------------------------------- */

struct fragment {
	size_t key_len, len;
	char bytes[]; /* the key, and then the HTML */
};

/* Shared by all requests of this process. */
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

/* ---- cached parts of a page -------------------------------------------- */

/*
 * Renders it as a page of its own, so that it can't use any value of the page
 * around it.  It has no line break at its end, since kept.tpl adds one.
 */
static const char *cached_make(struct arena *a, const struct cached_view *view,
			       size_t *len)
{
	struct tpl *root = tpl_new(a);
	const char *html;

	view->set(a, root, view->what);
	html = tpl_render(root, view->file, len);
	if (html && *len && html[*len - 1] == '\n')
		--*len;
	return html;
}

/* Valid until the next one is rendered; NULL if it can't be rendered. */
static const char *cached_html(struct arena *a, const struct cached_view *view,
			       size_t *len)
{
	const char *html = fragment_find(view->key, len);

	if (html)
		return html;
	html = cached_make(a, view, len);
	if (html)
		fragment_store(view->key, html, *len);
	return html;
}

void view_cached(struct arena *a, struct tpl *t, const char *place,
		 const struct cached_view *view)
{
	size_t len;
	const char *html = cached_html(a, view, &len);

	if (html)
		tpl_add_html(t, place, "kept.tpl", "KEPT", html, len);
	else
		view->set(a, tpl_include(t, place, view->file), view->what);
}
