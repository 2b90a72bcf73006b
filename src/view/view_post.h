/*
 * A post as HTML, and all that it is made of.
 *
 * Neither the request nor the visitor is among this, so that its fragment
 * (fragment.h) may be shown to everybody for whom these are the same.  A post
 * looks to its author as it does to others: the page around it has what only
 * the author may do.
 */
#ifndef VIEW_POST_H
#define VIEW_POST_H

#include "libretwis/retwis.h"
#include "http/req.h"
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

/* Posts, as all pages show them. */

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

/* Posts that a member brought along from another Retwis. */

#define ARCHIVE_TEMPLATES "archive.tpl", "archived.tpl"

/* One of them, at this place of a template. */
void view_archived(struct req *q, struct tpl *t, const char *place,
		   const struct rt_post *post);

/* A page of them as ARCHIVE, where there are some. */
void view_archive(struct req *q, struct tpl *t,
		  const struct rt_archive *archive);

#endif
