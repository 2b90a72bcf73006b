/* The texts of members: posts, with their links, and others. */
#ifndef VIEW_BODY_H
#define VIEW_BODY_H

#include "libretwis/retwis.h"
#include "view/tpl.h"

/*
 * Includes the text of a post, with its links, as TEXT.  If it is long, only
 * its beginning is shown until the visitor opens the rest, so that no post
 * pushes all the others off the page; but it is shown whole on a page of its
 * own.
 */
void view_body(struct arena *a, struct tpl *t, const struct rt_post *post);
void view_whole_body(struct arena *a, struct tpl *t,
		     const struct rt_post *post);

/* The same for a text without links. */
void view_text(struct arena *a, struct tpl *t, const char *text);

#endif
