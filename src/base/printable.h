/* Untrusted text in a form that cannot break or forge the lines of a log. */
#ifndef PRINTABLE_H
#define PRINTABLE_H

#include "base/arena.h"

/*
 * Returns the text as ASCII in quotes: "ren\xc3\xa9e".  Every byte that is not
 * printable ASCII, every quote and every backslash becomes \x and two hex
 * digits. So a text cannot end the line, move a terminal's cursor, or imitate
 * what follows it.  If it is longer than `max` bytes, the rest is replaced by
 * "...".
 */
const char *printable(struct arena *a, const char *text, size_t max);

/*
 * The same without quotes, and without an arena, for a sentence of another
 * program: each byte that is not printable ASCII becomes a "?", and what does
 * not fit into `line` is left out.  Returns `line`.
 */
#define PRINTABLE_LINE 256

const char *printable_line(char line[PRINTABLE_LINE], const char *text);

#endif
