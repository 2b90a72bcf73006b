/* Small parts of many pages: names, texts, links to older posts. */
#ifndef VIEW_PARTS_H
#define VIEW_PARTS_H

#include "libretwis/retwis.h"
#include "http/req.h"
#include "view/tpl.h"

/*
 * Shows a member's display name, if there is one, and always the name, which
 * nobody else can have: sets NAME, and a section CALLED with DISPLAY.
 */
void view_name(struct tpl *t, const char *name, const char *display);

/* The section CALLED alone. */
void view_display(struct tpl *t, const char *display);

/* The same in plain text, for titles: "Anna Berger @anna". */
const char *view_name_text(struct arena *a, const char *name,
			   const char *display);

/*
 * A stored text in full, without links.  It doesn't turn the direction of what
 * follows it.
 */
const char *view_plain_text(struct arena *a, const char *text);

/*
 * Links to the newer and the older page of a list.  The newer one is `step`
 * entries back; with 0, for a page past the end of the list, it is the newest.
 */
void view_pager(struct tpl *t, struct rt_place here, struct rt_place older,
		int64_t step);

/*
 * A section with COUNT, and the form of its message for that number.  Returns
 * NULL, without a section, for 0.
 */
struct tpl *view_count(struct tpl *t, const char *section, uint64_t n);

/* The same, with a section for 0, too. */
struct tpl *view_count_even_0(struct tpl *t, const char *section, uint64_t n);

/* A section for the mark of a host, a moderator, or who is suspended. */
void view_standing_mark(struct tpl *t, enum rt_standing standing);

/* What is between the entries of a list, and between facts: ", ". */
const char *view_comma(void);
const char *view_fact_comma(void);

/*
 * A section with a WHO for each of the names that isn't NULL, in which COMMA is
 * what follows it, and with ALL; or, if `total` is larger, with MORE, with COUNT
 * of those who aren't named, and the form of the message for that number.
 * Returns NULL, without a section, if there is no name.
 */
struct tpl *view_names(struct tpl *t, const char *section,
		       const struct rt_names *names, size_t n, uint64_t total);

#define TRENDING_TEMPLATES "trending.tpl"

/*
 * Includes TRENDING, up to RT_TRENDING tags that end with NULL, unless none.
 */
void view_trending(struct tpl *t, const char **tag);

#endif
