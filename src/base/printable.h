/* Foreign text for a log, where a line is a line and nothing looks like one. */
#ifndef PRINTABLE_H
#define PRINTABLE_H

#include "base/arena.h"

/*
 * The text in ASCII and in quotes: "ren\xc3\xa9e".  Every other byte, and a
 * quote or a backslash, is written as \x and two hex digits, so that nobody
 * can end the line, move a terminal's cursor, or forge what stands behind.
 * Behind `max` bytes of the text there is "..." instead of the rest.
 */
const char *printable(struct arena *a, const char *text, size_t max);

#endif
