/* Between the loop and the page; private to src/web. */
#ifndef REQUEST_H
#define REQUEST_H

#include <fcgiapp.h>

#include "web/page.h"

/* The largest body that a form may have. */
#define BODY_MAX ((size_t)64 * 1024)

/* A CGI variable, NULL if it is not set. */
const char *req_param(const struct req *q, const char *name);

/* Method, path, query and cookie; false when answered with an error. */
bool req_read(struct req *q);

/* With it: `secret` and `browser` (visitor.c). */
void req_read_cookies(struct req *q);

/* The form of a POST; an HTTP status, 0 when all is well. */
int req_read_form(struct req *q);

/* This file alone as the answer, or 500: then it returns false. */
bool answer_render(struct req *q, int status, const char *file,
		   const char *type);

/*
 * Gives an answer of 200 its ETag, and Last-Modified unless that is 0; makes
 * it 304 for who has it already (fresh.c).
 */
void answer_fresh(struct req *q, time_t modified);

/* Retry-After, where the status calls for one (wait.c). */
void answer_retry(struct req *q, int status);

/* Sends what the page has answered. */
void answer_send(struct req *q);

#endif
