/* How far long work has come: a bar on stderr, where that is a terminal. */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdint.h>

/* Draws it, but not more often than an eye can follow. */
void progress_show(uint64_t done, uint64_t total);

/* Leaves the line of the bar, if there is one. */
void progress_end(void);

#endif
