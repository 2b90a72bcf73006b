/* Every function of the data layer that uses Redis, one after the other. */
#ifndef CALLS_H
#define CALLS_H

#include "unit.h"

enum call_kind {
	CALL_READS,
	CALL_WRITES,
	CALL_FREES, /* writes, and needs no memory for that */
};

#define CALLS 111

extern const struct call {
	const char *name;
	enum call_kind kind;
	enum rt_err (*run)(void *out);
	size_t size; /* of the output */
} calls[CALLS];

/*
 * The members alice (1, password opensesame) and bob (2), whom the calls need.
 */
void calls_members(void);

/* Runs one; fails if it returns an error and has changed an output. */
enum rt_err calls_run(const struct call *call);

#endif
