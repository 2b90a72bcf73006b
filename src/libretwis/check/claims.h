/*
 * Names, as `users` has them: each leads to a member of that name, who is in
 * all the lists of members; private to libretwis.
 */
#ifndef CLAIMS_H
#define CLAIMS_H

#include "libretwis/check/looking.h"

/* The first walk: it fills `c->claimed`, which the caller sorts. */
extern const struct look claims_look;

enum rt_err mend_claim(struct check *c, const struct fault *f);
enum rt_err mend_removal(struct check *c, const struct fault *f);
enum rt_err mend_name_lost(struct check *c, const struct fault *f);
enum rt_err mend_name(struct check *c, const struct fault *f);
enum rt_err mend_secret(struct check *c, const struct fault *f);
enum rt_err mend_unlisted(struct check *c, const struct fault *f);
enum rt_err mend_folded(struct check *c, const struct fault *f);

#endif
