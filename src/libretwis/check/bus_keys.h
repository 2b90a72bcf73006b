/*
 * Keys that have to expire, and what workers have in hand; most of them lie on
 * the bus; private to libretwis.
 */
#ifndef BUS_KEYS_H
#define BUS_KEYS_H

#include "libretwis/check/looking.h"

enum rt_err look_trends(struct check *c, const struct subject *v, size_t n);
enum rt_err look_keys(struct check *c, const struct subject *v, size_t n);

extern const struct look queues_look;

enum rt_err mend_for_ever(struct check *c, const struct fault *f);
enum rt_err mend_job_lost(struct check *c, const struct fault *f);

#endif
