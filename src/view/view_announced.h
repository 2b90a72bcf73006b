/* Announcements, in the card of a post. */
#ifndef VIEW_ANNOUNCED_H
#define VIEW_ANNOUNCED_H

#include "libretwis/retwis.h"
#include "view/fragment.h"
#include "view/tpl.h"

/*
 * The section ANNOUNCED of an announcement that runs; and, where a card has
 * buttons, READ, for a visitor who has not read it yet.  After its end it is a
 * post like any other.
 */
void view_announced(struct arena *a, struct tpl *t, const struct rt_post *post,
		    bool buttons);

/* Adds what they are made from to the key of a card. */
void add_announced(struct fragment_key *key, const struct rt_post *post);

#endif
