/* A step of an import; private to libretwis. */
#ifndef BRING_MEMBERS_H
#define BRING_MEMBERS_H

#include "libretwis/older/bring.h"

/* Claims the names, and stores the hashes of all members. */
enum rt_err bring_members(struct bring *b);

#endif
