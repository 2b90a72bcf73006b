/*
 * HTML templates: a C interface to ctemplate, which is a C++ library.
 *
 * A struct tpl is what ctemplate calls a dictionary: the values for one
 * template or for one pass through a section.  The root owns all others.
 * Nothing is copied, so names and values must live until the page is rendered.
 */
#ifndef TPL_H
#define TPL_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tpl;

/*
 * Loads and checks templates, once, at start: those with these names, "x.tpl",
 * up to NULL; or without names every *.tpl of the folder.  False, with a line
 * on stderr that says where, if one is missing or broken, or does not ask for
 * the automatic escape in its first line.
 */
bool tpl_load(const char *folder, const char *const *names);

struct arena;
struct tpl *tpl_new(struct arena *a);

/* {{NAME}} */
void tpl_set(struct tpl *t, const char *name, const char *value);
void tpl_set_int(struct tpl *t, const char *name, long long value);

/* {{#NAME}}...{{/NAME}}: one more pass, whose own values are returned. */
struct tpl *tpl_section(struct tpl *t, const char *name);

/* {{>NAME}}: once more, with this file. */
struct tpl *tpl_include(struct tpl *t, const char *name, const char *file);

/*
 * {{>PLACE}} once, with this file, where {{NAME:x-html}} is HTML that
 * tpl_render() has made, `len` bytes of it; further HTML joins it behind a line
 * break, since a pass through a template costs more than most of what it would
 * show.  It is copied, and not escaped again: nothing else may ever be set
 * here.
 */
void tpl_add_html(struct tpl *t, const char *place, const char *file,
		  const char *name, const char *html, size_t len);

/* The same in every included file below. */
void tpl_global(struct tpl *root, const char *name, const char *value);
void tpl_global_section(struct tpl *root, const char *name);

/*
 * The whole page and a NUL, which `len` does not count; or NULL if any part of
 * it is missing.  It lives in the arena of `root`.
 */
const char *tpl_render(struct tpl *root, const char *file, size_t *len);

#ifdef __cplusplus
}
#endif

#endif
