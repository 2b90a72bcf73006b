/* What the web server says about a request. */
#ifndef VARIABLE_H
#define VARIABLE_H

struct req;

/* A CGI variable, NULL if it is not set. */
const char *req_param(const struct req *q, const char *name);

#endif
