/* Words of the command line. */
#ifndef ARGUMENT_H
#define ARGUMENT_H

#include <stdbool.h>

/* A name without the @ that the pages show before it. */
const char *argument_name(const char *word);

/* Digits and nothing else, and at least one. */
bool argument_is_number(const char *word);

#endif
