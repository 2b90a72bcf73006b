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
 * something in that time.
 */
bool proxy_run_with(unsigned at, void (*meanwhile)(void), unsigned commands,
		    void (*run)(void));

/*
 * While it is set each key lies on a server of its own.  The command that does
 * not pass is lost with its server; the others carry out what has been sent to
 * them, and then the process is killed.
 */
extern bool proxy_has_many;

/*
 * Runs it as on many servers, one of which is slow: what has been sent with a
 * command for which is_slow() holds is carried out before that, and then the
 * parent does something in that time, once.
 */
void proxy_run_slowly(bool (*is_slow)(const char *command),
		      void (*meanwhile)(void), void (*run)(void));

/* A test once more, with many servers. */
#define ON_MANY(test)                                                         \
	TEST(test##_on_many)                                                  \
	{                                                                     \
		proxy_has_many = true;                                        \
		test(state);                                                  \
		proxy_has_many = false;                                       \
	}

#endif
