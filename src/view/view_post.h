/* Posts, as all pages show them, and imported posts. */
#ifndef VIEW_POST_H
#define VIEW_POST_H

#include "libretwis/retwis.h"
#include "http/req.h"
#include "view/tpl.h"

#define POST_TEMPLATES    "posts.tpl", "kept.tpl", "post.tpl", "body.tpl"
#define ARCHIVE_TEMPLATES "archive.tpl", "archived.tpl"

/*
 * Includes POSTS, the one form of a page for the buttons of its posts, and
 * returns its template.  Everything with posts in it must be included there,
 * as POST, except for other forms.
 */
struct tpl *view_post_buttons(struct req *q, struct tpl *t);

/*
 * Includes a post at this place of a template, within that form; the second
 * one on its own page, where it is shown whole however long it is, and has the
 * time of day even if it is old.
 */
void view_post(struct req *q, struct tpl *t, const char *place,
	       const struct rt_post *post);
void view_whole_post(struct req *q, struct tpl *t, const char *place,
		     const struct rt_post *post);

/* Shows that form with these posts, or the section EMPTY. */
void view_posts(struct req *q, struct tpl *t, const struct rt_posts *posts);

/* Includes an imported post at this place of a template. */
void view_archived(struct req *q, struct tpl *t, const char *place,
		   const struct rt_post *post);

/* Includes a page of imported posts as ARCHIVE, if there are any. */
void view_archive(struct req *q, struct tpl *t,
		  const struct rt_archive *archive);

/*
 * A post, and everything else that its HTML is made from.  That includes
 * neither the request nor the visitor, so that the HTML can be cached for
 * everybody for whom these are the same.  Authors see their posts as others
 * do; what only an author may do is on the page around the post.
 */
struct card {
	const struct rt_post *post;
	const char *ago; /* its age in words */
	bool buttons;    /* else only the counts */
	bool whole;      /* else a long text is folded */
	bool pictures;   /* the site has them */
};

/* Includes it at this place of a template. */
void view_card(struct arena *a, struct tpl *t, const char *place,
	       const struct card *card);

#endif
