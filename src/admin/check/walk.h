/* The walks through the whole database, one after the other. */
#ifndef WALK_H
#define WALK_H

#include "admin/check/checking.h"

/*
 * Checks everything; or, if given the faults that this found, what they are
 * about once more.  Then `c->found` has the faults in their order.
 */
enum rt_err walk_everything(struct check *c, const struct faults *again);

#endif
