/*
 * What a post may have besides its text: it may be an announcement, ask a
 * question, and have a date.  Part of retwis.h.
 *
 * None of it is in the text.  So a program that knows nothing of it, such as
 * PHP Retwis, shows the post like any other.
 */
#ifndef ATTACHED_H
#define ATTACHED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "base/arena.h"
#include "libretwis/pictures.h"

#define RT_ANSWERS_MIN 2
#define RT_ANSWERS_MAX 6
#define RT_ANSWER_MAX  80 /* rt_text_length() of an answer */
#define RT_GUESTS_MAX  9  /* whom a member may bring along */
#define RT_PLACE_MAX   80 /* rt_text_length() of a place */

#define RT_ANNOUNCED_DAYS     7 /* how long an announcement runs by default */
#define RT_ANNOUNCED_DAYS_MAX 90

/* Of a secret ballot with fewer answers only its end shows the counts. */
#define RT_SECRET_MIN 5

/* The single word in place of answers that asks "Who comes?". */
#define RT_COMES "comes"

/* The answers to "Who comes?", whose words RT_COMES stands for. */
enum rt_comes { RT_COMES_YES, RT_COMES_MAYBE, RT_COMES_NO, RT_COMES_ANSWERS };

/*
 * How it was answered so far.  `count` has no numbers that the visitor must
 * not know yet.
 */
struct rt_answered {
	uint64_t count[RT_ANSWERS_MAX]; /* members who gave it */
	uint64_t members;               /* who have answered at all */
	uint64_t guests;                /* of those who come */
	unsigned mine; /* the visitor's: bit 1 << N for the answer N */
	unsigned my_guests;
	bool is_hidden; /* a secret ballot with too few answers yet */
};

struct rt_question {
	const char *answer[RT_ANSWERS_MAX];
	size_t answers;
	time_t ends;  /* the first second in which it is too late; 0: none */
	bool comes;   /* "Who comes?" */
	bool several; /* a member may give several answers */
	bool secret;  /* answers are counted only, and no names shown */
	bool reminds; /* a day before its end */
	struct rt_answered so_far; /* not of a draft */
};

struct rt_date {
	time_t begins; /* the first second of the day, if it is all day */
	time_t ends;   /* 0: not said */
	bool is_all_day, is_cancelled;
	const char *place; /* one line, or NULL */
	uint64_t changes;  /* how often it was changed, or cancelled */
};

struct rt_attached {
	time_t announced; /* the first second after it ends; 0: it is none */
	bool read;        /* by the visitor; only known while it runs */
	uint64_t readers; /* known on its own page, or if it ended long ago */
	const struct rt_question *question; /* NULL: none */
	const struct rt_date *date;         /* NULL: none */
	const struct rt_picture *picture;
	size_t pictures; /* at most RT_PICTURES_MAX */
};

/* Sets `answer`, `answers` and `comes` for "Who comes?". */
void rt_ask_who_comes(struct rt_question *question);

/*
 * Checks what somebody typed as answers: one a line, without the blank lines
 * and the spaces around each, or RT_COMES.  Returns NULL and sets `answer`,
 * `answers` and `comes`; nothing typed sets `answers` to 0.  Else a sentence
 * for the member.
 */
const char *rt_answers_problem(struct arena *a, const char *text,
			       struct rt_question *question);

/* The same for a place.  An empty one becomes NULL. */
const char *rt_place_problem(struct arena *a, const char *text,
			     const char **place);

/* Whether the post is an announcement and has not ended. */
bool rt_announcement_runs(const struct rt_attached *attached);

/* Whether it is over, by this machine's clock. */
bool rt_question_has_ended(const struct rt_question *question);
bool rt_date_has_begun(const struct rt_date *date);

/*
 * The first second in which it is too late to publish a post that has this:
 * its question or its announcement is over by then, or its date has begun; one
 * that is all day, is over.  0: never.
 */
time_t rt_attached_deadline(const struct rt_attached *attached);

#endif
