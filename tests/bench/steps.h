/*
 * What a page sends to Redis: `make bench` has recorded it for the floor that
 * does the same work (same.c, trips.mjs).
 */
#ifndef STEPS_H
#define STEPS_H

#include <stddef.h>

#define STEPS_MAX 16

/* A round trip: commands that are sent at once, each of which has a reply. */
struct step {
	char *bytes;
	size_t len;
	size_t replies;
};

/*
 * Reads those of BUILD/pages/NAME, the `program`: the files BUILD/steps/NAME.1,
 * NAME.2 and so on. Returns how many there are. Ends the program if one of them
 * is no list of commands.
 */
size_t steps_read(const char *program, struct step steps[STEPS_MAX]);

#endif
