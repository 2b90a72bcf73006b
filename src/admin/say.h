/* What hosts are told. */
#ifndef SAY_H
#define SAY_H

#include "admin/commands.h"

#define EXIT_USAGE 2

/* One line on stderr; returns the exit status of a failure. */
__attribute__((format(printf, 1, 2))) int say_failed(const char *format, ...);

/* The same for a command line that makes no sense; returns EXIT_USAGE. */
__attribute__((format(printf, 1, 2))) int say_usage(const char *format, ...);

/* The same for an error of the data layer. */
int say_error(enum rt_err err);

/* The same where a part is done, and where doing it twice does no harm. */
int say_unfinished(enum rt_err err);

/* The same, after looking for a member of that name. */
int say_member_error(enum rt_err err, const char *name);

/*
 * A text as one line for a terminal: with U+FFFD for control characters, and
 * for marks that turn the direction of the text.
 */
const char *say_plain(struct arena *a, const char *text);

/* How long ago that was, as "3 min". */
const char *say_age(struct arena *a, time_t since);

/* One line on stdout about all that is still to be delivered; a status. */
int say_backlog(struct admin *admin);

#endif
