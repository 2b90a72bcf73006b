/* The address by which a visitor knows this site, and what comes from it. */
#ifndef ORIGIN_H
#define ORIGIN_H

#include "http/req.h"

/* "http://HOST", as the visitor reached us; NULL without a good host. */
const char *req_base(const struct req *q);

/* The whole address of a path, to hand over; without a good host the path. */
const char *req_link(const struct req *q, const char *path);

/*
 * Whether a POST comes from a page of our own.  A browser says so; a program
 * such as curl need not, and is let through.
 */
bool req_is_same_origin(const struct req *q);

#endif
