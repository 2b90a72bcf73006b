/* Killed between two commands: a dam before Redis lets only so many pass. */
#ifndef PROXY_H
#define PROXY_H

#include "unit.h"

/*
 * Runs it in a process that is killed when it sends one command more than
 * `commands`, on either link.  True if it came to its end before.  It must
 * neither assert anything nor call redis(): both are the parent's.
 */
bool proxy_run(unsigned commands, void (*run)(void));

/*
 * The same, and when so many have passed as `at` says, this process does
 * something meanwhile.
 */
bool proxy_run_with(unsigned at, void (*meanwhile)(void), unsigned commands,
		    void (*run)(void));

#endif
