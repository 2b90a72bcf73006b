/* Announcements on top of a page. */
#ifndef VIEW_RUNNING_H
#define VIEW_RUNNING_H

#include "libretwis/retwis.h"
#include "http/req.h"
#include "view/tpl.h"

#define RUNNING_TEMPLATES "running.tpl"

/*
 * Includes RUNNING, with a form of its own for the buttons, if there are any.
 * The templates of posts are needed, too.
 */
void view_running(struct req *q, struct tpl *t,
		  const struct rt_running *running);

/* view_posts() without those that are on top of the same page. */
void view_posts_below(struct req *q, struct tpl *t,
		      const struct rt_posts *posts,
		      const struct rt_running *running);

#endif
