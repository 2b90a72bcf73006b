/*
 * The processes of a program, and how a new version takes over.
 *
 * So systemd only has to start a program.  The program itself can have several
 * processes, and can replace itself by a new version.
 */
#ifndef PREFORK_H
#define PREFORK_H

/*
 * Calls `run(arg)` in each process, and returns the exit status of main().
 * With more than one, this process only supervises the others: it restarts
 * those that die, and ends them when it gets a signal itself.
 *
 * `run` has to handle SIGTERM, SIGINT, SIGUSR1 and SIGHUP, and returns the one
 * that ended it, or 0 for a failure.  They are blocked when it starts.  It
 * unblocks them only while it can handle them, and returns with them blocked.
 *
 * After SIGHUP this process executes the program's file again, which may be a
 * new version after an installation.  Signals that arrive in the meantime
 * remain pending, and the new program handles them like any other.
 */
int prefork_run(char **argv, unsigned processes, int (*run)(void *arg),
		void *arg);

/* Unblocks these signals with SIG_UNBLOCK, or blocks them with SIG_BLOCK. */
void prefork_mask_signals(int how);

#endif
