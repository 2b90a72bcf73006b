/* Web addresses in a text, and how to show them; private to libretwis. */
#ifndef LINK_H
#define LINK_H

#include "base/arena.h"

/*
 * The length in bytes of the http(s) address at the beginning of `s`, without
 * the punctuation that follows it in a sentence; 0 if there is none.
 */
size_t link_length(const char *s);

/*
 * "example.org" for "https://example.org/"; a long address is shortened in the
 * middle.
 */
const char *link_shown(struct arena *a, const char *s, size_t len);

#endif
