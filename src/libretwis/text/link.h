/* Addresses in a text; private to libretwis. */
#ifndef LINK_H
#define LINK_H

#include "libretwis/base/arena.h"

/*
 * How many bytes of `s` are an http(s) address, without the punctuation that
 * follows it in a sentence; 0 if it begins with none.
 */
size_t link_length(const char *s);

/* "example.org" for "https://example.org/"; long ones lose their middle. */
const char *link_shown(struct arena *a, const char *s, size_t len);

#endif
