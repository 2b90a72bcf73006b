/*
 * What members were told: it is true, and their mark is among it; private to
 * libretwis.
 */
#ifndef CHECK_NOTICES_H
#define CHECK_NOTICES_H

#include "libretwis/check/looking.h"

extern const struct look notices_look;

enum rt_err mend_notice_mark(struct check *c, const struct fault *f);
enum rt_err mend_notice(struct check *c, const struct fault *f);
enum rt_err mend_notices_long(struct check *c, const struct fault *f);

#endif
