/*
 * Redis commands in the protocol's own form; private to libretwis.
 *
 * hiredis does this, too, with one sprintf for each argument and a buffer that
 * grows letter by letter.  That took 30 % of the instructions of a home page,
 * and almost half of those of a timeline.
 */
#ifndef COMMAND_H
#define COMMAND_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One command, or several in a row.  Grows as needed. */
struct command {
	char *text;
	size_t len, size;
	size_t sent; /* bytes that it held, and that are there still */
};

/* Empty again.  Keeps the memory for the next ones, but not a great deal. */
void command_clear(struct command *c);

/*
 * Adds one command, "*2\r\n$3\r\nGET\r\n$3\r\nkey\r\n".  Each word of the
 * format is an argument; %s, %d, %lld and PRIu64 put in values, which may hold
 * spaces.  False for any other conversion and for a NULL, and then it has added
 * nothing.
 */
bool command_format(struct command *c, const char *format, va_list args);

/* The same, with `n` numbers as further arguments. */
bool command_format_ids(struct command *c, const uint64_t *ids, size_t n,
			const char *format, va_list args);

/* Adds what another one has had. */
void command_append(struct command *c, const char *bytes, size_t len);

void command_free(struct command *c);

#endif
