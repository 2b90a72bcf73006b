/*
 * Scheduled posts: each that its author sees in the list will be due; private
 * to libretwis.
 */
#ifndef DUE_H
#define DUE_H

#include "libretwis/check/looking.h"

enum rt_err look_scheduled(struct check *c, const struct subject *v, size_t n);

enum rt_err mend_scheduled(struct check *c, const struct fault *f);

#endif
