/* What does not fit together, and where; private to libretwis. */
#ifndef FAULT_H
#define FAULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "admin/check/kinds.h"

/* What is looked at: a member or a post by its id, or an entry by its text. */
struct subject {
	uint64_t id;
	const char *text;
};

#define AT(n)    ((struct subject){ .id = (n) })
#define NAMED(t) ((struct subject){ .text = (t) })

struct fault {
	enum kind kind;
	int walk; /* that has found it; see walk.c */
	struct subject at;
	uint64_t other;
	const char *what; /* or NULL */
};

struct faults {
	struct fault *v;
	size_t n, room;
};

/* Adds one.  The list lives in `a`, and so do copies of the fault's texts. */
void faults_add(struct arena *a, struct faults *f, struct fault one);

/* Kind by kind, as kinds.h has them, each once.  The others below need that. */
void faults_sort(struct faults *f);

bool faults_have(const struct faults *f, const struct fault *one);

/* Adds those of `now` that `all` does not have; tells whether there are any. */
bool faults_merge(struct arena *a, struct faults *all,
		  const struct faults *now);

#endif
