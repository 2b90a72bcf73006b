/*
 * Locks this process in, before it sees a byte of a stranger's file.
 *
 * From then on it can compute, use the descriptors that it has, receive more,
 * and end.  It can open no file, make no connection, start no program, and
 * take only so much memory and time.  Whatever takes over the decoder can do
 * no more than that.
 */
#ifndef SANDBOX_H
#define SANDBOX_H

/* What a picture may take. */
#define SANDBOX_MEMORY      (1UL << 30) /* bytes of addresses */
#define SANDBOX_CPU_S       10          /* of processor time */
#define SANDBOX_DESCRIPTORS 16

/*
 * Locks in all threads of this process, for good.  Files can be written up to
 * `file_bytes`.  Returns NULL, or a sentence that says why it was not
 * possible.  Call it after everything that opens files has been used once.
 */
const char *sandbox_enter(unsigned long file_bytes);

#endif
