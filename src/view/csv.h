/* A table that spreadsheets read (RFC 4180). */
#ifndef CSV_H
#define CSV_H

#include <stddef.h>

#include "base/arena.h"
#include "http/req.h"

/*
 * A line of `n` cells, each in quotes, and its CRLF.  NULL is an empty cell.
 *
 * Members choose what is in a cell, and a spreadsheet runs what looks like a
 * formula.  So a cell that begins with one of = + - @, of normal or full width,
 * or with a control character, gets an apostrophe in front of it.  Text that
 * isn't UTF-8 is made so.
 */
const char *csv_line(struct arena *a, const char *const *cell, size_t n);

/*
 * Answers with a table that `make` writes while it is sent, as page_stream()
 * does.  The visitor saves it as `file`, which has only letters, digits, dots
 * and hyphens.
 */
void page_csv(struct req *q, const char *file,
	      bool (*make)(struct req *q, void *what), void *what);

/*
 * Write the line with the names of the columns, each in N_(), and any other line.
 * Return false as stream_write() does.
 */
bool csv_begin(struct req *q, struct arena *a, const char *const *column,
	       size_t n);
bool csv_write(struct req *q, struct arena *a, const char *const *cell,
	       size_t n);

#endif
