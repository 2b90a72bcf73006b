#include "view/view_cached.h"

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
