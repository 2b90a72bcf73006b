/* Mending posts, and what they tell of themselves; private to libretwis. */
#ifndef MEND_POSTS_H
#define MEND_POSTS_H

#include "libretwis/check/checking.h"
#include "libretwis/post/count.h"

enum rt_err mend_post_half(struct check *c, const struct fault *f);
enum rt_err mend_display(struct check *c, const struct fault *f);
enum rt_err mend_closed(struct check *c, const struct fault *f);
enum rt_err mend_mark(struct check *c, const struct fault *f);
enum rt_err mend_remains(struct check *c, const struct fault *f);
enum rt_err mend_threaded(struct check *c, const struct fault *f);
enum rt_err mend_count(struct check *c, const struct fault *f);
enum rt_err mend_tag_unused(struct check *c, const struct fault *f);
enum rt_err mend_tag_empty(struct check *c, const struct fault *f);

/* Brings one number of a post up to date. */
enum rt_err post_recount(struct check *c, enum count what, uint64_t post);

#endif
