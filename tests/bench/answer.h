/* What a floor of `make bench` answers with; see floor.c and kept.c. */
#ifndef ANSWER_H
#define ANSWER_H

#include <stddef.h>

#define ANSWER_MAX (256 * 1024)

/*
 * Reads what BUILD/pages/NAME, the `program`, is to answer with: the file
 * BUILD/answers/NAME, or nothing but a status where there is none.  `answer`
 * has room for ANSWER_MAX bytes.  Returns how many there are.
 */
size_t answer_read(const char *program, char *answer);

#endif
