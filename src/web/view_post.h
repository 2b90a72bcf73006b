/* Posts, as all pages show them. */
#ifndef VIEW_POST_H
#define VIEW_POST_H

#include "web/req.h"
#include "web/tpl.h"

#define POST_TEMPLATES "kept.tpl", "post.tpl"

/* A post at this place of a template. */
void view_post(struct req *q, struct tpl *t, const char *place,
	       const struct rt_post *post);

/* Posts, or the section EMPTY. */
void view_posts(struct req *q, struct tpl *t, const struct rt_posts *posts);

#endif
