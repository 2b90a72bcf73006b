/*
 * HTML templates: a C interface to ctemplate, which is a C++ library.
 *
 * A struct tpl is what ctemplate calls a dictionary: the values for one
 * template, or for one repetition of a section.  The root owns all others.
 * Nothing is copied, so names and values must live until the page is rendered.
 */
#ifndef TPL_H
#define TPL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tpl;

/*
 * Loads and checks the templates with these names ("x.tpl", and NULL at the
 * end), or all of the folder if `names` is NULL.  Call it once, at the start.
 * Returns false, with a message on stderr, if one is missing or broken, or
 * doesn't enable automatic escaping in its first line.
 */
bool tpl_load(const char *folder, const char *const *names);

struct arena;
struct tpl *tpl_new(struct arena *a);

/* {{NAME}} */
void tpl_set(struct tpl *t, const char *name, const char *value);

/*
 * A number for programs: in an address, a field or a data- attribute.  And one
 * that people read, which has the digits of the site's language.
 */
void tpl_set_int(struct tpl *t, const char *name, long long value);
void tpl_set_number(struct tpl *t, const char *name, uint64_t value);

/* {{#NAME}}...{{/NAME}}: adds a repetition, and returns it. */
struct tpl *tpl_section(struct tpl *t, const char *name);

/* Shows a section once, with the values, sections and includes of `t`. */
void tpl_show(struct tpl *t, const char *name);

/*
 * Shows that form of [[{{COUNT}} like | {{COUNT}} likes]] which the language has
 * for the number; a section with two such messages shows both with the last one.
 */
void tpl_plural(struct tpl *t, uint64_t n);

/* {{>NAME}}: includes this file once more. */
struct tpl *tpl_include(struct tpl *t, const char *name, const char *file);

/*
 * {{>PLACE}}: includes this file once, for any number of calls.  In it,
 * {{NAME:x-html}} is the HTML of all of them, with a line break in between;
 * that is faster than an include for each.  The HTML must come from
 * tpl_render(): it is copied and never escaped again, so anything else would
 * be a security hole.
 */
void tpl_add_html(struct tpl *t, const char *place, const char *file,
		  const char *name, const char *html, size_t len);

/* Like tpl_set() and tpl_section(), but included files see them, too. */
void tpl_global(struct tpl *root, const char *name, const char *value);
void tpl_global_section(struct tpl *root, const char *name);

/*
 * Renders the whole page, with a NUL at its end that `len` doesn't count.
 * Returns NULL if any part of it is missing.  The page lives in the arena of
 * `root`.
 */
const char *tpl_render(struct tpl *root, const char *file, size_t *len);

#ifdef __cplusplus
}
#endif

#endif
