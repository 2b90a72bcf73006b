/* The options of all programs except retwis-admin, which has its own. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>

/*
 * Returns whether --check was given.  Exits after an error, after --version,
 * and after --help, which prints `usage` with the program's name in place of
 * its %s.
 */
bool options_check(int argc, char **argv, const char *usage);

#endif
