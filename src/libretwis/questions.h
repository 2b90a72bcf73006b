/* Answering questions.  Part of retwis.h. */
#ifndef QUESTIONS_H
#define QUESTIONS_H

#include "libretwis/attached.h"
#include "libretwis/writing.h"

/*
 * Gives the answer with this index, in place of the one before unless the
 * question allows several; doing it twice changes nothing.  `guests` come with
 * the member, or RT_SAME_GUESTS leaves their number as it was; they count only
 * along with RT_COMES_YES.  RT_NOT_FOUND if the post is gone, or asks no
 * question; RT_DENIED if there is no such answer; RT_LATE after its end;
 * RT_BLOCKED by its author; RT_LIMITED.  Three round trips.
 */
#define RT_SAME_GUESTS (-1)

enum rt_err rt_answer(struct rt *rt, struct arena *a, const struct rt_user *me,
		      uint64_t post, unsigned answer, int guests);

/*
 * Takes one back.  The same errors but RT_BLOCKED and RT_LIMITED.  Two round
 * trips.
 */
enum rt_err rt_unanswer(struct rt *rt, struct arena *a,
			const struct rt_user *me, uint64_t post,
			unsigned answer);

#endif
