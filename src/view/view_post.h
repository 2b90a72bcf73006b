/* Posts, as all pages show them. */
#ifndef VIEW_POST_H
#define VIEW_POST_H

#include "http/req.h"
#include "view/tpl.h"

#define POST_TEMPLATES "posts.tpl", "kept.tpl", "post.tpl", "body.tpl"

/*
 * The one form of a page for the buttons of its posts, at the place POSTS.  It
 * returns the template that includes, as POST, all that has posts in it, but
 * for other forms.
 */
struct tpl *view_post_buttons(struct req *q, struct tpl *t);

/* A post at this place of a template, inside of that form. */
void view_post(struct req *q, struct tpl *t, const char *place,
	       const struct rt_post *post);

/* That form and posts in it, or the section EMPTY. */
void view_posts(struct req *q, struct tpl *t, const struct rt_posts *posts);

#endif
