/*
 * Mending the entry of a relation: its mirror is put, or the entry is taken out
 * on both sides; private to libretwis.
 */
#ifndef MEND_H
#define MEND_H

#include "libretwis/check/checking.h"

/* Of {other} and {id}, or of {other} and the list {what}. */
enum rt_err mend_take_out(struct check *c, const struct fault *f);

/* Puts the owner into the mirror, with the score that the entry has. */
enum rt_err mend_put(struct check *c, const struct fault *f);

/*
 * Where the mirror is what a member sees, and does not have it: takes the entry
 * out if the member was about to, or gives back what was lost.
 */
enum rt_err mend_taken_back(struct check *c, const struct fault *f);

/* The same three for likes, of which the post keeps a number, too. */
enum rt_err mend_unlike(struct check *c, const struct fault *f);
enum rt_err mend_put_like(struct check *c, const struct fault *f);
enum rt_err mend_like_taken_back(struct check *c, const struct fault *f);

#endif
