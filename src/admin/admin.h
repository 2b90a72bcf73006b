/* retwis-admin: the command line for hosts. */
#ifndef ADMIN_H
#define ADMIN_H

#include "libretwis/retwis.h"

#define EXIT_USAGE 2

/* What every command is given. */
struct admin {
	struct rt *rt;
	struct arena *a;
	char **words; /* all behind the command, up to NULL */
	bool yes;     /* do not ask */
	bool all;     /* every member, or job */
	bool repair;  /* mend what is found */
};

/*
 * The commands, one a file; each returns the exit status.  They are given
 * the first word behind the command, NULL without one.
 */
int command_add(struct admin *admin, const char *word);
int command_passwd(struct admin *admin, const char *word);
int command_delete(struct admin *admin, const char *word);
int command_adopt(struct admin *admin, const char *none);
int command_rebuild(struct admin *admin, const char *word);
int command_workers(struct admin *admin, const char *order);
int command_queue(struct admin *admin, const char *order);
int command_check(struct admin *admin, const char *none);

/* A name without the @ that the pages show before it. */
const char *admin_name(const char *word);

/* ---- say.c ------------------------------------------------------------- */

/* One line on stderr; returns the exit status of a failure. */
__attribute__((format(printf, 1, 2))) int say_failed(const char *format, ...);

/* The same for a command line that makes no sense; returns EXIT_USAGE. */
__attribute__((format(printf, 1, 2))) int say_usage(const char *format, ...);

/* The same for an error of the data layer. */
int say_error(enum rt_err err);

/* The same where a member was asked for. */
int say_member_error(enum rt_err err, const char *name);

/* A text as one line without control characters, for a terminal. */
const char *say_plain(struct arena *a, const char *text);

/* What is still to be delivered, as one line on stdout; an exit status. */
int say_backlog(struct admin *admin);

/* How long ago that was, as "3 min". */
const char *say_age(struct arena *a, time_t since);

/* Draws how far long work has come, where stderr is a terminal. */
void say_progress(uint64_t done, uint64_t total);
void say_progress_end(void);

/* ---- ask.c ------------------------------------------------------------- */

/* Whether there is anybody to ask. */
bool ask_anybody(void);

/* "yes" or "y", in any letters; everything else is no. */
bool ask_yes(const char *question);

/*
 * Shows what will be "deleted" and asks, unless told not to.  Returns the exit
 * status of what was not allowed.
 */
struct question {
	const char *verb, *past; /* delete, deleted */
	const char *what, *ask;
};

int ask_first(const struct admin *admin, const struct question *q);

/*
 * A new password: typed twice without being shown, or a line of standard
 * input where that is no terminal.  NULL, or what is wrong with it.
 */
const char *ask_password(struct arena *a, const char **password);

#endif
