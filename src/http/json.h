/* JSON, as RFC 8259 has it. */
#ifndef JSON_H
#define JSON_H

#include "base/arena.h"

/* A string with its quotes.  "" for NULL; what is no UTF-8 becomes U+FFFD. */
const char *json_text(struct arena *a, const char *text);

#endif
