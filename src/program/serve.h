/* One request from its beginning to its answer. */
#ifndef SERVE_H
#define SERVE_H

#include "libretwis/retwis.h"

struct fcgi_reader;

/*
 * Lets the page answer a request of FastCGI, or NULL for that of a plain CGI
 * program: in its environment and on its standard input.  `rt` is this
 * request's own, and all that it needs comes from `a`.  False if the answer
 * broke off in the middle.
 */
bool serve_request(struct rt *rt, const struct rt_config *conf,
		   struct arena *a, struct fcgi_reader *fcgi);

#endif
