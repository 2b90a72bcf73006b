/*
 * Replies of Redis are input, too.  A peer that replaces it answers each
 * command with what the fuzzer wants, while all pages and the worker do their
 * work. `make fuzz` builds this with libFuzzer; the unit tests replay the
 * inputs that are kept in tests/fuzz/replies.
 *
 * To keep the inputs that a run has found:
 *	build-fuzz/replies -merge=1 -use_counters=0 tests/fuzz/replies \
 *		build-fuzz/replies-corpus
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "liar.h"
#include "visits.h"

const char *fuzz_replies(const uint8_t *data, size_t size)
{
	static bool is_open;
	const char *problem;

	if (!is_open) {
		signal(SIGPIPE, SIG_IGN);
		visits_open(liar_start());
	}
	is_open = true;
	if (!size)
		return NULL;
	liar_taste(data + 1, size - 1);
	problem = visits_make(*data);
	if (!liar_rest() && !problem)
		problem = "a visit asks without end";
	return problem;
}

/* For libFuzzer. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *problem = fuzz_replies(data, size);

	if (problem) {
		fprintf(stderr, "does not hold: %s\n", problem);
		abort();
	}
	return 0;
}
