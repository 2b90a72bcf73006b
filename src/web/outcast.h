/* The answer to members who are signed in, and do not belong here (now). */
#ifndef OUTCAST_H
#define OUTCAST_H

#include "web/req.h"

/* A 403 that says why.  Its bytes do not depend on what was asked. */
void page_outcast(struct req *q);

#endif
