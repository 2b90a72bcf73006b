/* Pages that say what went wrong. */
#ifndef FAILURE_H
#define FAILURE_H

#include "web/req.h"

/* An HTTP status of 400 or more; one that is not known here becomes 500. */
void page_error(struct req *q, int status);

#endif
