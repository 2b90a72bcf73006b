/*
 * Writes the pictures of an export into its zip, until there are enough for one
 * part.
 */
#ifndef PACK_PICTURES_H
#define PACK_PICTURES_H

#include "view/pack.h"

/*
 * The member's face in the first part, and those of the posts, and then of the
 * archive, from where this part begins.  `next` becomes where the next part begins; its number is 0 if
 * this one is the last.  Of a picture whose file is gone a text says so.  If the
 * folder of pictures is away, a text says that, and the next part begins where
 * this one did.  Returns false if it breaks off.
 */
bool pack_pictures(struct pack *p, struct rt_export_place *next);

#endif
