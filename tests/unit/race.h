/* Several who do the same at once, and those who die of it. */
#ifndef RACE_H
#define RACE_H

#include "unit.h"

#define RACERS 12

/*
 * Runs it RACERS times, each in a process and with a connection of its own,
 * and all begin at once.  What each returned (0 to 250) is in `result`.
 * They must neither assert anything nor call redis(): both are the parent's.
 */
void race(int (*run)(int n), int *result);

/* How many of the results are this one. */
int race_count(const int *result, int value);

/* Runs it in such a process, which has to return 0 and is killed then. */
void race_die(int (*run)(int n), int n);

#endif
