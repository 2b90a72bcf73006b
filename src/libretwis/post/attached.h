/*
 * What a post has besides its text, in the fields of `post:ID`; private to
 * libretwis.  docs/data.md says what each of them looks like.
 */
#ifndef POST_ATTACHED_H
#define POST_ATTACHED_H

#include "libretwis/attached.h"
#include "libretwis/post/post_fields.h"

/* The fields that attached_read() needs. */
#define ATTACHED_FIELDS                                                       \
	(POST_ANNOUNCED | POST_QUESTION | POST_DATE | POST_PICTURES)

/* The texts of the four fields; "" for what is not there. */
const char *attached_announced(struct arena *a,
			       const struct rt_attached *attached);
const char *attached_question(struct arena *a,
			      const struct rt_attached *attached);
const char *attached_date(struct arena *a, const struct rt_attached *attached);
const char *attached_pictures(struct arena *a,
			      const struct rt_attached *attached);

/*
 * Changes its pictures as a form says; those that the form doesn't name stay
 * as they are.  Returns whether anything has changed.  `out` gets the pictures
 * that were taken out.
 */
bool attached_change_pictures(struct arena *a, struct rt_attached *attached,
			      const struct rt_picture_change *change, size_t n,
			      struct rt_attached *out);

/* Whether the post has anything besides its text. */
bool attached_is_any(const struct rt_attached *attached);

/* The other way round.  A field that makes no sense counts as missing. */
struct rt_attached attached_read(struct arena *a,
				 const union post_fields *fields);

#endif
