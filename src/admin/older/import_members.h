/* A step of an import; private to libretwis. */
#ifndef IMPORT_MEMBERS_H
#define IMPORT_MEMBERS_H

#include "admin/older/import_step.h"

/* Claims the names, and stores the hashes of all members. */
enum rt_err import_members(struct import *b);

/*
 * Whether the eight oldest members of the source have come here already, by
 * their ids and names.  Two round trips.
 */
enum rt_err import_knows_oldest(struct import *b, bool *known);

#endif
