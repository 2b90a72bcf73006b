/*
 * The announcements that run, from memory; private to libretwis.
 *
 * Each page for a member needs to know them, if only for the number next to
 * the bell.  They are the same for everybody, and may be some seconds old.  So
 * a process remembers them for ten seconds.  After that a page reads the list
 * again, in a pipeline that it sends anyway, and the next pages use what it has
 * read.
 *
 * Who wrote an announcement is not in the list.  Once read, it is remembered
 * for as long as the announcement runs.
 */
#ifndef RUNNING_H
#define RUNNING_H

#include "redis/pipe.h"

/* Of those that run, only so many of the newest count. */
#define RUNNING_MAX 20

/* ---- entries of `announcements` ---------------------------------------- */

struct announcement {
	uint64_t id, time; /* the second when it was written */
};

const char *announcement_entry(struct arena *a, uint64_t id, uint64_t time);

/* False for a text that is no such entry. */
bool announcement_parse(const char *entry, struct announcement *parsed);

/* ---- those that run ----------------------------------------------------- */

struct running {
	struct announcement is;
	uint64_t end;    /* the first second after it */
	uint64_t author; /* 0: not known */
};

struct running_list {
	struct running v[RUNNING_MAX]; /* by id, the newest first */
	size_t n;
};

/* What a request reads of them. */
struct running_read {
	int64_t asked_ms; /* 0: it does not read the list */
	struct rt_texts entries;
	struct rt_ids unknown; /* whose authors it reads */
	uint64_t *author;
};

/* Queues a read of the list, if what is remembered is too old. */
void running_queue(struct rt_pipe *p, struct running_read *r);

/* The same for a caller who must know of the very latest: always reads it. */
void running_queue_fresh(struct rt_pipe *p, struct running_read *r);

/* Queues a read of who wrote those of which it isn't remembered. */
void running_queue_authors(struct rt_pipe *p, struct running_read *r);

/*
 * After that pipeline: has the process remember what was read.  Doing it twice
 * changes nothing.
 */
void running_take(const struct running_read *r);

/* Those that run now, as far as this process remembers. */
bool running_is_any(void);
struct running_list running_now(void);

/*
 * Where one of them belongs among a member's notices, in microseconds: at the
 * end of the second in which it was written, since it must not be taken for
 * older than a notice that was read in that second.
 */
uint64_t running_score(const struct running *r);

/*
 * How many of them are later than this score, and not by `me`.  False if their
 * authors are not all known; then `n` is unchanged.
 */
bool running_count(uint64_t me, uint64_t score, uint64_t *n);

#endif
