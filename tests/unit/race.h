/*
 * Several processes that do the same thing at once, and processes that are
 * killed.
 */
#ifndef RACE_H
#define RACE_H

#include "unit.h"

#define RACERS 12

/*
 * Runs it RACERS times, each in a process with its own connection, and all
 * start at once. The results (0 to 250) are in `result`. They must neither
 * assert anything nor call redis(): both belong to the parent.
 */
void race(int (*run)(int n), int *result);

/* How many of the results equal this one. */
int race_count(const int *result, int value);

/* Runs it in such a process, which must return 0 and is then killed. */
void race_die(int (*run)(int n), int n);

#endif
