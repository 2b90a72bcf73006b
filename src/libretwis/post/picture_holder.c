#include "libretwis/post/picture_holder.h"

#include <string.h>

#include "libretwis/post/attached.h"
#include "schema/key.h"

void picture_holder_queue(struct rt_pipe *p, struct picture_holder *h,
			  const struct picture_row *row)
{
	*h = (struct picture_holder){ .mark = NULL };
	user_fields_queue(p, &h->user, row->owner,
			  USER_USERNAME | USER_FACE | USER_STANDING);
	rt_pipe_lenient(p);
	if (row->is_imported)
		rt_pipe_u64(p, &h->imported, "ZSCORE " KEY_IMPORTED " %s",
			    row->owner, row->picture.token);
	else if (row->post)
		post_fields_queue(p, &h->post, row->post,
				  POST_USER_ID | POST_PICTURES | POST_REMOVED |
					  POST_GONE);
	else if (row->use == PICTURE_MARK)
		rt_pipe_str(p, &h->mark, "HGET " KEY_SITE " mark");
	rt_pipe_lenient(p);
}

bool picture_is_held(struct arena *a, const struct picture_holder *h,
		     const struct picture_row *row)
{
	const char *token = row->picture.token, *named = h->mark;
	struct rt_attached attached = attached_read(a, &h->post);

	if (row->is_imported)
		return h->imported;
	if (row->use == PICTURE_POST)
		return h->post.user_id &&
		       rt_pictures_have(attached.picture, attached.pictures,
					token);
	if (row->use == PICTURE_FACE)
		named = h->user.face;
	return named && strcmp(named, token) == 0;
}
