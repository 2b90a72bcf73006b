/* A report as text, between the two sides of control.h. */
#ifndef REPORT_H
#define REPORT_H

#include "libretwis/engine/control.h"
#include "libretwis/redis/connection.h"

/* All words of a struct report, in its order. */
#define REPORT_WORDS 9

const char *report_text(struct arena *a, const struct report *r);

/* False, and `r` is untouched, for what is no report. */
bool report_read(struct arena *a, const char *text, struct report *r);

#endif
