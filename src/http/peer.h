/* From where a request comes, through whatever stands before us. */
#ifndef PEER_H
#define PEER_H

#include "http/req.h"

/*
 * Behind a proxy that the host trusts, both are what that proxy says of the
 * client.  The address is as rt_visitor() wants it.
 */
const char *req_client(const struct req *q);
bool req_is_https(const struct req *q);

/* What it is, for rt_device(). */
const char *req_device(const struct req *q);

#endif
