/*
 * A post as HTML, and all that it is made of.
 *
 * Neither the request nor the visitor is among this, so that its fragment
 * (fragment.h) may be shown to everybody for whom these are the same.  A post
 * looks to its author as it does to others: the page around it has what only
 * the author may do.
 */
#ifndef VIEW_CARD_H
#define VIEW_CARD_H

#include "libretwis/retwis.h"
#include "view/tpl.h"

struct card {
	const struct rt_post *post;
	const char *ago; /* the words for its age */
	bool buttons;    /* else the numbers alone */
};

/* Includes what the post says, with its links, as TEXT. */
void view_body(struct arena *a, struct tpl *card, const struct rt_post *post);

/* Includes the post at this place of a template. */
void view_card(struct arena *a, struct tpl *t, const char *place,
	       const struct card *card);

#endif
