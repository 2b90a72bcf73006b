/* Every function of the data layer that asks Redis, one after the other. */
#ifndef CALLS_H
#define CALLS_H

#include "unit.h"

enum call_kind {
	CALL_READS,
	CALL_WRITES,
	CALL_FREES, /* writes, and needs no memory for it */
};

#define CALLS 46

extern const struct call {
	const char *name;
	enum call_kind kind;
	enum rt_err (*run)(void *out);
	size_t size; /* of the output */
} calls[CALLS];

/* The members alice (1, password opensesame) and bob (2) they need. */
void calls_members(void);

/* Runs one; fails if an error comes with an output that was touched. */
enum rt_err calls_run(const struct call *call);

#endif
