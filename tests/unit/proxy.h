/*
 * Kills a process between two commands: a proxy in front of Redis lets only so
 * many pass.
 */
#ifndef PROXY_H
#define PROXY_H

#include "unit.h"

/*
 * Runs it in a process that is killed when it sends one command more than
 * `commands`, on either link. Returns true if it finished before that. It must
 * neither assert anything nor call redis(): both belong to the parent.
 */
bool proxy_run(unsigned commands, void (*run)(void));

/*
 * The same, and when as many commands as `at` says have passed, this process
 * does something meanwhile.
 */
bool proxy_run_with(unsigned at, void (*meanwhile)(void), unsigned commands,
		    void (*run)(void));

/*
 * While this is set, each key is on a server of its own. The command that does
 * not pass is lost with its server; the other servers execute what has been
 * sent to them, and then the process is killed.
 */
extern bool proxy_has_many;

/*
 * Runs it as on several servers, one of which is slow: commands that were sent
 * together with one for which is_slow() is true are executed before that one,
 * and then the parent does something meanwhile, once.
 */
void proxy_run_slowly(bool (*is_slow)(const char *command),
		      void (*meanwhile)(void), void (*run)(void));

/* Runs a test a second time, with several servers. */
#define ON_MANY(test)                                                         \
	TEST(test##_on_many)                                                  \
	{                                                                     \
		proxy_has_many = true;                                        \
		test(state);                                                  \
		proxy_has_many = false;                                       \
	}

#endif
