/*
 * Reports by members, and the cases that hosts and moderators handle.  Part of
 * retwis.h.
 *
 * All that is reported about one member is one case, until somebody closes it.
 * Who has reported it is stored, to thank them, but no function here returns
 * it.
 */
#ifndef REPORTS_H
#define REPORTS_H

#include "libretwis/acting.h"
#include "libretwis/standing.h"
#include "libretwis/writing.h"

/* ---- reporting --------------------------------------------------------- */

enum rt_report_reason {
	RT_REPORT_UNKIND,
	RT_REPORT_SPAM,
	RT_REPORT_PRIVATE,   /* it has somebody's private data */
	RT_REPORT_FORBIDDEN, /* by the rules of the site */
	RT_REPORT_OTHER,
	RT_REPORT_REASONS /* none of these */
};

/* Its word in forms and in a case.  RT_REPORT_REASONS for any other word. */
const char *rt_report_reason_word(enum rt_report_reason reason);
enum rt_report_reason rt_report_reason_read(const char *word);

struct rt_report {
	uint64_t whom;     /* the member, or the author of the post */
	uint64_t post;     /* 0: the member is reported, not a post */
	const char *words; /* of that post */
	enum rt_report_reason reason;
	const char *text; /* from rt_report_problem() */
};

#define RT_REPORT_MAX 280 /* see rt_text_length() */

/*
 * Checks the text of a report, or of a note.  Stores it in `normal` in the form
 * that we keep.  Returns NULL if it is acceptable, else a sentence for the
 * member.
 */
const char *rt_report_problem(struct arena *a, const char *text,
			      bool may_be_empty, char **normal);

/*
 * Reports a post or a member to the hosts and moderators.  If `me` has reported
 * the same before, this replaces it.  A case with very many reports takes no
 * more of them, and the result is RT_OK.  RT_DENIED for a report about `me`,
 * RT_NOT_FOUND if that member has left or waits for approval, or is suspended
 * and `me` is neither a host nor a moderator, RT_LIMITED.  Three round trips,
 * and two for the one who opens a case.
 */
enum rt_err rt_report(struct rt *rt, struct arena *a, const struct rt_user *me,
		      const struct rt_report *report);

/* ---- cases ------------------------------------------------------------- */

/* How a case ended, or RT_CASE_OPEN. */
enum rt_case_outcome {
	RT_CASE_OPEN,
	RT_CASE_REMOVED,   /* a post was removed */
	RT_CASE_SUSPENDED, /* the author was suspended */
	RT_CASE_NOTED,     /* there was a note to the author */
	RT_CASE_LOOKED,    /* none of these */
	RT_CASE_EXPIRED,   /* nobody has handled it */
	RT_CASE_OUTCOMES
};

#define RT_CASE_DAYS      30  /* words are deleted after its end */
#define RT_CASE_OPEN_DAYS 180 /* it ends by itself */
#define RT_CASE_KEPT_DAYS 365 /* after its end the rest is deleted */
#define RT_CASES_PAGE     20
#define RT_CASES_EARLIER  10

/* The present state of a reported post. */
enum rt_reported_state {
	RT_REPORTED_THERE,
	RT_REPORTED_CHANGED, /* by its author */
	RT_REPORTED_REMOVED, /* by a moderator */
	RT_REPORTED_DELETED
};

/* A post that was reported, or the member. */
struct rt_reported {
	uint64_t post;     /* 0: the member */
	const char *words; /* of the post when it was first reported */
	enum rt_reported_state state;
	size_t reports, n[RT_REPORT_REASONS];
	const char **text; /* what the reports say */
	size_t texts;
};

struct rt_case_note {
	time_t time;
	uint64_t by;
	struct rt_names by_who; /* NULLs if they have left */
	const char *text;
};

/* An earlier case of the same member. */
struct rt_case_before {
	uint64_t id;
	time_t closed;
	enum rt_case_outcome outcome;
	uint64_t reports;
};

struct rt_case {
	uint64_t id;
	uint64_t author;
	struct rt_names who;
	enum rt_standing standing; /* of the author */
	time_t opened;
	uint64_t reports;
	struct rt_reported *about; /* posts in the order of their ids */
	size_t abouts;             /* 0: its words have been deleted */

	enum rt_case_outcome outcome;
	time_t closed;
	uint64_t by; /* who closed it; 0: nobody */
	struct rt_names by_who;
	const char *system; /* see struct rt_acting */

	/* These are read by rt_case() only. */
	struct rt_case_note *note; /* the earliest first */
	size_t notes;
	struct rt_case_before before[RT_CASES_EARLIER];
	size_t befores;
};

/* Open cases, in the order in which they were opened. */
struct rt_cases {
	struct rt_case v[RT_CASES_PAGE];
	size_t n;
	uint64_t later; /* for the next page; 0: there is none */
};

/*
 * Reads a page of the open cases: those after `after`, which is 0 or the
 * `later` of another page.  A case about `me` is not among them.  The present
 * state of posts is not read.  Two round trips.
 */
enum rt_err rt_cases(struct rt *rt, struct arena *a, const struct rt_user *me,
		     uint64_t after, struct rt_cases *cases);

/*
 * Reads a case, open or closed.  RT_NOT_FOUND if there is none, or if it is
 * about `me`.  Three round trips.
 */
enum rt_err rt_case(struct rt *rt, struct arena *a, const struct rt_user *me,
		    uint64_t id, struct rt_case *one);

/*
 * How many cases are open that are not about `me`, as it was up to ten seconds
 * ago; 0 while Redis does not answer.  One round trip in ten seconds.
 */
uint64_t rt_open_cases(struct rt *rt, struct arena *a,
		       const struct rt_user *me);

/* ---- handling them ----------------------------------------------------- */

/*
 * Closes a case, after what `outcome` says was done; RT_CASE_LOOKED becomes
 * RT_CASE_NOTED if there was a note.  All who reported something in it are
 * told.  RT_TAKEN if it is closed already, RT_NOT_FOUND if it is gone.  Works
 * even while Redis is full.  Three round trips, and one on the bus.
 */
enum rt_err rt_case_close(struct rt *rt, struct arena *a, uint64_t id,
			  enum rt_case_outcome outcome,
			  const struct rt_acting *who);

/*
 * Sends a note to the author, with a text from rt_report_problem().  It does
 * not say by whom.  The same errors.  Three round trips, and one on the bus.
 */
enum rt_err rt_case_note(struct rt *rt, struct arena *a, uint64_t id,
			 const char *text, const struct rt_acting *who);

/*
 * For a worker: completes cases whose requests died in between, deletes the
 * words of those that were closed 30 days ago, and ends those that nobody has
 * handled for 180 days.  One round trip if there is nothing to do, and four for
 * each case.
 */
enum rt_err rt_cases_run(struct rt *rt, struct arena *a);

#endif
