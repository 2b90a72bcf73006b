/*
 * Finding members and tags by their first letters, as ranges of two sorted
 * sets; private to libretwis.
 *
 * Whatever was typed, there are three steps, each in a pipeline of the caller:
 * the entries in the range, what they name, and, if some of that is gone,
 * what further entries name.
 */
#ifndef NAME_SEARCH_H
#define NAME_SEARCH_H

#include "libretwis/member/name_index.h"
#include "libretwis/member/session.h"
#include "libretwis/retwis.h"
#include "redis/pipe.h"

/*
 * How many entries are examined; one more is read to see whether there are
 * more.
 */
#define NAMES_EXAMINED (3 * RT_FOUND)
#define NAMES_READ     (NAMES_EXAMINED + 1)

/* A search while it is being read. */
struct name_search {
	const struct session *visitor;
	const char *begin; /* what was typed, without @ or # */
	struct name_forms forms;
	const char *in[NAME_FORMS][NAMES_READ]; /* of each, then NULLs */
	const char *member[NAMES_READ], *tag[NAMES_READ]; /* then NULLs */
	const char *other_tag[NAMES_READ]; /* more of these tags */
	uint64_t id[NAMES_EXAMINED];       /* of these members */
	struct rt_names names[NAMES_EXAMINED];
	const char *followed[NAMES_EXAMINED];
	uint64_t posts[NAMES_EXAMINED];
};

/*
 * Queues a read of the entries of `key` that begin with `begin`, at most
 * `most`.
 */
void name_range_queue(struct rt_pipe *p, const char *key, const char *begin,
		      size_t most, const char **found);

/*
 * What was typed to find members only, without an @ and blanks around it; ""
 * if no name can begin like that.
 */
const char *name_search_name(struct arena *a, const char *q);

/* What is asked for; sets the first fields of `r`. */
void name_search_read(struct arena *a, const char *q, struct name_search *s,
		      struct rt_search *r);

/* First step. */
void name_search_queue(struct rt_pipe *p, struct name_search *s,
		       const struct rt_search *r);

/* Second step, once the visitor is known. */
void name_search_queue_found(struct rt_pipe *p, struct name_search *s);

/* Third step: queues nothing if all are there. */
void name_search_fill(struct rt_pipe *p, struct name_search *s,
		      struct rt_search *r);

/* After it: stores what was found in `r`. */
void name_search_parse(struct arena *a, const struct name_search *s,
		       struct rt_search *r);

#endif
