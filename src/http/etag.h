/*
 * Whether a visitor has an answer already.
 *
 * An ETag tells exactly.  Last-Modified is for programs that know no ETag: it
 * counts in whole seconds, and does not notice when something is taken away.
 */
#ifndef ETAG_H
#define ETAG_H

#include "http/req.h"

/*
 * Gives an answer of 200 its ETag, and Last-Modified unless that is 0.  If the
 * visitor has it already, the answer becomes a 304 without a body.
 */
void page_etag(struct req *q, time_t modified);

#endif
