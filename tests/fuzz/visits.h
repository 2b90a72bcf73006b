/* What the fuzzer makes the programs do while the peer answers. */
#ifndef VISITS_H
#define VISITS_H

#include "libretwis/retwis.h"

/*
 * Call this once, first: reads settings and templates. Run it in the source
 * folder.
 */
void visits_open(const char *address);

/*
 * Runs one of them: a request to a page, or a task of the worker. Returns
 * NULL, or what is wrong with the answer.
 */
const char *visits_make(unsigned which);

/* The number of visits. */
extern const unsigned visits;

#endif
