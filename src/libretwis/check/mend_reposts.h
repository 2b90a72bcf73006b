/* Mending reposts, their claims and their number; private to libretwis. */
#ifndef MEND_REPOSTS_H
#define MEND_REPOSTS_H

#include "libretwis/check/checking.h"

enum rt_err mend_repost_cut(struct check *c, const struct fault *f);
enum rt_err mend_repost_unclaimed(struct check *c, const struct fault *f);
enum rt_err mend_repost_gone(struct check *c, const struct fault *f);
enum rt_err mend_repost_unknown(struct check *c, const struct fault *f);
enum rt_err mend_reposts_wrong(struct check *c, const struct fault *f);

#endif
