/* When to try again. */
#ifndef RETRY_H
#define RETRY_H

#include "http/req.h"
#include "view/tpl.h"

/* "4 minutes", rounded up; fewer than two are told as "119 seconds". */
const char *view_wait(struct arena *a, uint64_t seconds);

/* After RT_LIMITED, as a sentence: "Try again in 4 minutes." */
const char *page_wait(struct req *q);

/* Adds Retry-After, where the status calls for it. */
void page_retry(struct req *q, int status);

/* After RT_LIMITED: ends the page with this form, and says when (429). */
void page_limited(struct req *q, struct tpl *form);

/* The same, with a sentence for a visitor who has to wait for hours. */
void page_limited_or(struct req *q, struct tpl *form, const char *advice);

#endif
