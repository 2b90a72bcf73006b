/* The answer to members who are signed in, and do not belong here (now). */
#ifndef NO_ACCESS_H
#define NO_ACCESS_H

#include "http/req.h"

/* A 403 that says why.  Its bytes do not depend on what was asked. */
void page_no_access(struct req *q);

#endif
