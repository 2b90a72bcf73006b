/* What the fuzzer lets the programs do while the peer answers. */
#ifndef VISITS_H
#define VISITS_H

#include "libretwis/retwis.h"

/* Once, before all: reads settings and templates.  In the sources' folder. */
void visits_open(const char *address);

/*
 * One of them: a request to a page, or what the worker does.  NULL, or what is
 * wrong with the answer.
 */
const char *visits_make(unsigned which);

/* How many there are. */
extern const unsigned visits;

#endif
