/*
 * Redis commands in the wire format of the protocol.
 *
 * hiredis can format commands too, but it calls sprintf() for each argument and
 * lets its buffer grow byte by byte.  That took 30 % of the instructions of a
 * home page, and almost half of those of a timeline.
 */
#ifndef COMMAND_H
#define COMMAND_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A growing buffer of one command, or of several in a row. */
struct command {
	char *text;
	size_t len, size;
	size_t sent; /* bytes of the cleared commands that can still be read */
};

/* Empties it, and keeps the memory for later commands unless that is large. */
void command_clear(struct command *c);

/*
 * Appends one command, such as "*2\r\n$3\r\nGET\r\n$3\r\nkey\r\n".  Each word
 * of the format is an argument.  %s, %d, %lld and PRIu64 insert values, which
 * may contain spaces.  Returns false, and appends nothing, for any other
 * conversion and for a NULL string.
 */
bool command_format(struct command *c, const char *format, va_list args);

/* The same with `n` numbers as further arguments. */
bool command_format_ids(struct command *c, const uint64_t *ids, size_t n,
			const char *format, va_list args);

/* Appends commands that are formatted already. */
void command_append(struct command *c, const char *bytes, size_t len);

void command_free(struct command *c);

#endif
