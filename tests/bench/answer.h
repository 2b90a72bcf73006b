/* The answers of the two floors of `make bench`; see floor.c and kept.c. */
#ifndef ANSWER_H
#define ANSWER_H

#include <stddef.h>

#define ANSWER_MAX (256 * 1024)

/*
 * Reads the answer for BUILD/pages/NAME, the `program`: the file
 * BUILD/answers/NAME, or only a status if there is none. `answer` has room for
 * ANSWER_MAX bytes. Returns the number of bytes.
 */
size_t answer_read(const char *program, char *answer);

#endif
