/*
 * How a member is called: the display name, if there is one, and always the
 * name, which nobody else can have.
 */
#ifndef VIEW_PARTS_H
#define VIEW_PARTS_H

#include "libretwis/retwis.h"
#include "http/req.h"
#include "view/tpl.h"

/* Sets the NAME; and a section CALLED with the DISPLAY name. */
void view_name(struct tpl *t, const char *name, const char *display);

/* The section alone. */
void view_display(struct tpl *t, const char *display);

/* In plain text, as in titles: "Anna Berger @anna". */
const char *view_name_text(struct arena *a, const char *name,
			   const char *display);

/*
 * Faces: a round initial for each member, in a colour of the member's own.
 *
 * Nobody has to recognize anybody by them: the name stands beside each face,
 * and a screen reader passes it over.
 */

/*
 * Sets the HUE and the INITIAL of that member at this place of a template: that
 * of the display name, if there is one.
 */
void view_avatar(struct arena *a, struct tpl *t, uint64_t id, const char *name,
		 const char *display);

/* What stands below and beside lists: the way to older ones, and names. */

/*
 * The links to newer and older.  Newer goes back by `step`; 0 stands for a
 * page beyond the end, from which it leads to the newest.
 */
void view_pager(struct tpl *t, struct rt_place here, struct rt_place older,
		int64_t step);

/*
 * A section with one WHO for each NAME that is not NULL, and with MORE if
 * there are more in `total`.  NULL, and no section, without any name.
 */
struct tpl *view_names(struct tpl *t, const char *section,
		       const struct rt_display_name *called, size_t n,
		       uint64_t total);

/* The tags of the day, beside a list of posts. */

#define TRENDING_TEMPLATES "trending.tpl"

/* The include TRENDING for RT_TRENDING tags, or NULLs; nothing for none. */
void view_trending(struct tpl *t, const char **tag);

#endif
