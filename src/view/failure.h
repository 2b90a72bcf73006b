/* Pages that say what went wrong. */
#ifndef FAILURE_H
#define FAILURE_H

#include "http/req.h"

/* An HTTP status of 400 or more; one that is not known here becomes 500. */
void page_error(struct req *q, int status);

/*
 * In place of the answer to a form that was carried out: it is on no replica
 * yet, and the host wants it to be (503).  The session that it may have begun
 * stays.  The form comes back as it was, since to send it again is harmless.
 */
void page_unsure(struct req *q);

#endif
