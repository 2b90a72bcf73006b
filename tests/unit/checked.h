/* A small site where all fits together, and what a check says about it. */
#ifndef CHECKED_H
#define CHECKED_H

#include "unit.h"

/*
 * alice (1), bob (2) and Carl (3), an older name, in an adopted database.
 * Alice and bob follow one another, and Carl follows her.  She wrote the posts
 * 1 and 4, bob 2 and, in reply to 1, 3; 5 is his repost of 1, and 6 Carl's of
 * 2.  Carl deleted 7.  Bob and Carl like 1, alice 2.
 */
int checked_site(void **state);

#define SITE(test)                                                            \
	cmocka_unit_test_setup_teardown(test, checked_site, unit_forget)

/* A member as registering leaves one, but for the cost of the password. */
struct rt_user checked_member(const char *name);

/* What a check finds, a line each, "kind: text", a mended one with a +. */
const char *checked(bool repair);

/* Fails unless all fits together. */
void checked_clean(const char *when);

/* One command, with ~ for a space within a word; fails if Redis refuses it. */
void checked_run(const char *command);

#define BREAKS 8

/* Commands that break something, and what a check then says of it, too. */
struct break_row {
	const char *kind, *text;
	const char *commands[BREAKS];
};

/*
 * For each row: breaks a new site, sees it told, with --repair sees it mended,
 * and then nothing more.  Without mending: sees that it stays.
 */
void checked_rows(const struct break_row *row, size_t n);
void checked_unmended(const struct break_row *row, size_t n);

#endif
