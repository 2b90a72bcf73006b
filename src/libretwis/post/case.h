/*
 * A case: all that is reported about one member while it is open; private to
 * libretwis.
 *
 * `cases` decides whether there is an open case about somebody, and which: its
 * entry is added by ZADD NX, so that of two who report at the same moment one
 * opens the case.  Then a script puts the report into the hash `case:N`, unless
 * the case has been closed, so that none is lost.  At last the case is added to
 * `cases:ID` of the one whom it is about, and to `reported:ID` of the one who
 * reported something.
 *
 * Before all that, the delayed queue "cases" gets an entry "N AUTHOR".  If the
 * request dies, a worker adds what is missing (case_end.c), and it looks again
 * once a day until the case is deleted.
 */
#ifndef CASE_H
#define CASE_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

#define CASE_QUEUE "cases"

/* What is known of a case without its words. */
struct case_facts {
	uint64_t id, author; /* 0: there is no such case */
	time_t opened;
	const char *closed; /* "TOKEN BY", or NULL */
	const char *acted;
	struct rt_texts fields; /* the names of all */
	const char *raw[4];
};

/* Queues two reads; after them case_facts_parse() fills in the rest. */
void case_facts_queue(struct rt_pipe *p, struct case_facts *c, uint64_t id);
void case_facts_parse(struct case_facts *c);

/* The second in which it was closed; 0: it is open. */
time_t case_closed_at(const struct case_facts *c);

/* By whom the report in this field is; 0: it isn't a report. */
uint64_t case_reporter(const char *field);

const char *case_outcome_word(enum rt_case_outcome outcome);
enum rt_case_outcome case_outcome_read(const char *word);

/* Queues the entry of the delayed queue, due at this millisecond. */
void case_postpone(struct rt_pipe *p, uint64_t id, uint64_t author,
		   uint64_t due);

/* Queues that nobody reports anything into this case any more. */
void case_release(struct rt_pipe *p, uint64_t id, uint64_t author);

/*
 * Each queues what follows from an act on the case: that it was closed by `by`,
 * or that there is a note.  Doing it twice does no harm.  If Redis is full,
 * nobody is told.
 */
void case_finish_closing(struct rt_pipe *p, const struct case_facts *c,
			 uint64_t by);
void case_finish_note(struct rt_pipe *p, uint64_t id, uint64_t author);

/* Sends messages to the open pages of those who reported it, on the bus. */
void case_notify(struct rt *rt, struct arena *a, const struct case_facts *c);

#endif
