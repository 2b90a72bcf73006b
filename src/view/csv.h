/* Lines of a table that spreadsheets read (RFC 4180). */
#ifndef CSV_H
#define CSV_H

#include <stddef.h>

#include "base/arena.h"

/*
 * A line of `n` cells, each in quotes, and its CRLF.  NULL is an empty cell.
 *
 * Members choose what is in a cell, and a spreadsheet runs what looks like a
 * formula.  So a cell that begins with one of = + - @, of normal or full width,
 * or with a control character, gets an apostrophe in front of it.  Text that
 * isn't UTF-8 is made so.
 */
const char *csv_line(struct arena *a, const char *const *cell, size_t n);

#endif
