/* The walks through everything, one after the other; private to libretwis. */
#ifndef WALK_H
#define WALK_H

#include "admin/check/checking.h"

/*
 * Looks at everything; or, with the faults that this found, once more at what
 * they are about.  Each fault comes into `c->found`, in its order.
 */
enum rt_err walk_everything(struct check *c, const struct faults *again);

#endif
