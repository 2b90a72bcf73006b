/* The pictures of posts, in the card of a post. */
#ifndef VIEW_PICTURES_H
#define VIEW_PICTURES_H

#include "base/arena.h"

/*
 * The address of a file of a picture, "/picture/TOKEN-400.webp".  `ending` is
 * that of a struct picture_size, such as "-400.webp".
 */
const char *view_picture_path(struct arena *a, const char *token,
			      const char *ending);

#endif
