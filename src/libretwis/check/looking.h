/*
 * A look at many subjects at once: up to three round trips that ask about all
 * of them, and then a verdict on each; private to libretwis.
 */
#ifndef LOOKING_H
#define LOOKING_H

#include "libretwis/check/checking.h"

#define LOOK_STEPS  3
#define LOOK_FIELDS 12

/* One subject and its hash.  What a look learns of it begins with this. */
struct looked {
	struct subject at;
	const char *field[LOOK_FIELDS];
};

/* Asks one step's questions about a subject; the next step has the replies. */
typedef void asking(struct rt_pipe *p, void *one);
typedef void judging(struct check *c, const void *one);

struct look {
	size_t size;       /* of what it learns of one */
	const char *hmget; /* with the first step; a FORMAT_BY_ID() */
	size_t fields;     /* that this one asks for */
	bool on_bus;       /* whatever it asks */
	asking *ask[LOOK_STEPS];
	judging *judge;
};

/* Asks about the `n` of `v`, step by step.  Replies live in `a`. */
enum rt_err look_ask(struct check *c, const struct look *look, struct arena *a,
		     void *v, size_t n);
void look_judge(struct check *c, const struct look *look, const void *v,
		size_t n);

/* Room for what it learns of these subjects, in `c->chunk`. */
void *look_room(struct check *c, const struct look *look,
		const struct subject *v, size_t n);

/* All of it. */
enum rt_err look_through(struct check *c, const struct look *look,
			 const struct subject *v, size_t n);

/* Each walk has one of these, which looks at a chunk. */
typedef enum rt_err looking(struct check *c, const struct subject *v,
			    size_t n);

#endif
