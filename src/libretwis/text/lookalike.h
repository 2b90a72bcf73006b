/*
 * Which names look alike, in any alphabet; private to libretwis.
 *
 * UTS #39 maps each text to a skeleton, and texts that look alike have the same
 * one: those of "paypal" with Latin and with Cyrillic letters are equal.  It
 * takes I for l, but not A for a.  So a text has two looks here, as it is typed
 * and in capitals, and two texts look alike if they have one of them in common.
 *
 * This needs ICU, so only pages that set display names call it.
 */
#ifndef LOOKALIKE_H
#define LOOKALIKE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

struct look {
	const char *typed, *capital;
};

struct look look_of(struct arena *a, const char *text);

/*
 * Of the letters and digits alone, if there are any, since a star, a dot or a
 * space hardly changes whose name it seems to be.
 */
struct look look_of_letters(struct arena *a, const char *text);
bool look_same(const struct look *x, const struct look *y);

/*
 * The user names that look like that, up to LOOK_NAMES of them.  There are few,
 * since only m, l, i, o, 0 and 1 can be taken for other letters that a user
 * name may have.  If a name has many of these, those in which letters were
 * replaced by digits at its beginning are left out.
 */
#define LOOK_NAMES 256

struct look_names {
	const char **v;
	size_t n;
};

struct look_names look_names(struct arena *a, const struct look *look);

#endif
