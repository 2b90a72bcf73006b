/* A small, consistent site, and the findings of a check on it. */
#ifndef CHECKED_H
#define CHECKED_H

#include "unit.h"

/*
 * alice (1), bob (2) and Carl (3), an older name, in an adopted database.
 * Alice and bob follow each other, and Carl follows her. She wrote the posts 1
 * and 4, bob wrote 2 and, in reply to 1, 3; 5 is his repost of 1, and 6 Carl's
 * of 2. Carl has deleted 7. Bob and Carl like 1, alice likes 2.
 */
int checked_site(void **state);

#define SITE(test)                                                            \
	cmocka_unit_test_setup_teardown(test, checked_site, unit_forget)

/* A member as after registering, but with a cheaper password hash. */
struct rt_user checked_member(const char *name);

/*
 * The findings of a check, one in each line, "kind: text", with a + if it was
 * repaired.
 */
const char *checked(bool repair);

/* Fails unless the site is consistent. */
void checked_clean(const char *when);

/* One command, with ~ for a space within a word; fails if Redis refuses it. */
void checked_run(const char *command);

#define BREAKS 8

/* Commands that break something, and the finding that a check then reports. */
struct break_row {
	const char *kind, *text;
	const char *commands[BREAKS];
};

/*
 * For each row: breaks a new site, checks that it is found, that --repair
 * repairs it, and that nothing is found after that. Without repairing: checks
 * that it is still there.
 */
void checked_rows(const struct break_row *row, size_t n);
void checked_unmended(const struct break_row *row, size_t n);

#endif
