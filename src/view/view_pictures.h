/* The pictures of posts: in cards, in feeds, in previews of links, and large. */
#ifndef VIEW_PICTURES_H
#define VIEW_PICTURES_H

#include "libretwis/retwis.h"
#include "view/fragment.h"
#include "view/tpl.h"

/*
 * The address of a file of a picture, "/picture/TOKEN-400.webp".  `ending` is
 * that of a struct picture_size, such as "-400.webp".
 */
const char *view_picture_path(struct arena *a, const char *token,
			      const char *ending);

#define PICTURE_THUMB "-400.webp" /* of a post, where it is small */
#define PICTURE_ICON  "-180.png"  /* of the site */

/* The files of a picture in a post, in the order of picture_sizes(). */
enum post_picture {
	POST_PICTURE_400,
	POST_PICTURE_800,
	POST_PICTURE_1600,
	POST_PICTURE_JPEG, /* for programs that may know no WebP */
};

struct picture_file {
	const char *path;
	unsigned width, height; /* in pixels */
};

struct picture_file view_picture_file(struct arena *a,
				      const struct rt_picture *is,
				      enum post_picture which);

/*
 * The words in place of the picture with this index.  They are never empty,
 * since in a browser without pictures they are all that the link to it has.
 */
const char *view_picture_words(struct arena *a,
			       const struct rt_attached *attached, size_t i);

/* Shows the pictures of a post in its card, as PICTURES, unless it has none. */
void view_pictures(struct arena *a, struct tpl *t,
		   const struct rt_attached *attached);

/*
 * The same for a post in an archive, whose pictures have no pages: each leads to
 * its largest file.
 */
void view_archived_pictures(struct arena *a, struct tpl *t,
			    const struct rt_attached *attached);

/* Adds everything that it shows. */
void view_pictures_key(struct fragment_key *key,
		       const struct rt_attached *attached);

/* Shows one of them as large as there is room, as PICTURE. */
void view_large_picture(struct arena *a, struct tpl *t,
			const struct rt_attached *attached, size_t i);

#endif
