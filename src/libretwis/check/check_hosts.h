/* The hosts: each is a member, and says so; private to libretwis. */
#ifndef CHECK_HOSTS_H
#define CHECK_HOSTS_H

#include "libretwis/check/looking.h"

extern const struct look hosts_look;

enum rt_err mend_host_nobody(struct check *c, const struct fault *f);
enum rt_err mend_host_unmarked(struct check *c, const struct fault *f);
enum rt_err mend_host_mark(struct check *c, const struct fault *f);

#endif
