/*
 * Home timelines in an adopted database; private to libretwis.
 *
 * Each holds the posts of its owner and of the members that its owner follows,
 * and each once; in the order in which they were delivered, which may be hours
 * after they were written.  A timeline that never expires comes from a time
 * when a wrong one was not thrown away, and may lack some.
 */
#ifndef CHECK_HOME_H
#define CHECK_HOME_H

#include "libretwis/check/looking.h"

enum rt_err look_home(struct check *c, const struct subject *v, size_t n);

enum rt_err mend_home(struct check *c, const struct fault *f);
enum rt_err mend_home_gone(struct check *c, const struct fault *f);

#endif
