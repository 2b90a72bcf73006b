/* The options that every program but retwis-admin has, and no other. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>

/*
 * Whether --check was given.  Exits for --help, which prints `usage` with the
 * program's name for a %s in it, for --version and for mistakes.
 */
bool options_check(int argc, char **argv, const char *usage);

#endif
