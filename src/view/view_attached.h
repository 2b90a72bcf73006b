/*
 * What the form of a post has besides its text: whether it is an announcement,
 * a question, a date.
 */
#ifndef VIEW_ATTACHED_H
#define VIEW_ATTACHED_H

#include "http/req.h"
#include "libretwis/attached.h"

/* What was sent, and what is wrong with each part of it; NULL: nothing. */
struct attached_form {
	struct rt_attached attached;
	struct rt_question question;
	struct rt_date date;
	const char *bad_until, *bad_answers, *bad_ends, *bad_date, *bad_place;
};

/*
 * Reads these fields of the form.  Everything has to be in the future of
 * `now`, which is when the post will be published.  Returns whether nothing is
 * wrong; `attached` then points into the form.
 *
 *   announce       1: it is an announcement, for those who may announce
 *   until          its last day; empty: a week
 *   answers        of a question, one on each line, or the word "comes"
 *   comes          1: the same as this word
 *   ends           when the question ends; empty: never
 *   several        1: several answers are allowed
 *   secret         1: a secret ballot
 *   remind         1: remind those who have not answered, a day before its end
 *   date           a day
 *   from, to       when it begins and ends; may be empty
 *   place          where
 */
bool read_attached(struct req *q, time_t now, struct attached_form *f);

#endif
