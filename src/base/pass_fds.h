/*
 * Descriptors that one process passes to another over a Unix socket, with a
 * short text that says what they are.
 */
#ifndef PASS_FDS_H
#define PASS_FDS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* The most that one message can pass. */
#define PASS_FDS_MAX 16

/*
 * Sends `text`, of one byte or more, with `n` descriptors, which remain the
 * caller's.  Returns false, with errno, if not all of it was sent; a peer that
 * has gone away raises no signal.
 */
bool pass_fds_send(int socket, const char *text, const int *fds, size_t n);

/*
 * Receives such a message: stores its text, which ends with a NUL and is cut
 * at `size`, and up to `max` descriptors, which are then the caller's and are
 * closed on exec.  Returns their number; -1, with errno, if there is an error,
 * no message, or more descriptors than `max`: none are open then.
 */
ssize_t pass_fds_receive(int socket, char *text, size_t size, int *fds,
			 size_t max);

#endif
