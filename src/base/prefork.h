/*
 * The processes of a program, and how new ones take over.
 *
 * Nothing else has to look after a program that systemd starts: it goes on as
 * the new program by itself, and it can have several processes.
 */
#ifndef PREFORK_H
#define PREFORK_H

/*
 * Calls `run(arg)` in so many processes, and returns what main() may return.
 * With more than one, this process only looks after the others: it starts again
 * what dies, and hands on the signals that end them.
 *
 * `run` takes SIGTERM, SIGINT, SIGUSR1 and SIGHUP, and returns the one that has
 * ended it; 0 is a failure.  They are blocked when it begins: it lets them in
 * only while it can, and leaves them blocked.  SIGHUP asks for the program that
 * stands in the place of this one by then, as after an installation: that comes
 * into this very process.  A signal waits for it until then, and a SIGTERM ends
 * it as it would end any.
 */
int prefork_run(char **argv, unsigned processes, int (*run)(void *arg),
		void *arg);

/* Lets these signals in, with SIG_UNBLOCK, or makes them wait, with SIG_BLOCK. */
void prefork_hold_signals(int how);

#endif
