/*
 * What a post has besides its text: whether it is an announcement, a question,
 * a date, and its pictures (see view_picture_form.h).  The fields of its form, and how it is described before the post is
 * published.
 */
#ifndef VIEW_ATTACHED_H
#define VIEW_ATTACHED_H

#include "http/req.h"
#include "libretwis/attached.h"
#include "view/tpl.h"

/* ---- what was sent ------------------------------------------------------ */

/* What was sent, and what is wrong with each field; NULL: nothing. */
struct attached_form {
	struct rt_attached attached;
	struct rt_question question;
	struct rt_date date;
	const char *bad_answers, *bad_ends, *bad_remind;
	const char *bad_date, *bad_place;
	const char *bad_announce, *bad_until;
};

/*
 * Reads these fields of the form.  Everything has to be in the future of
 * `now`, which is when the post will be published; a reply may have none of
 * it.  Returns whether nothing is wrong; `attached` then points into the form.
 *
 *   answers        of a question, one on each line, or the word "comes"
 *   comes          1: the same as this word
 *   ends           when the question ends; empty: never
 *   several        1: several answers are allowed; not for "Who comes?"
 *   secret         1: a secret ballot
 *   remind         1: remind those who have not answered, a day before its
 *                  end, or before the date if it has no end
 *   date           a day
 *   from, to       when it begins and ends; may be empty
 *   place          where
 *   announce       1: it is an announcement, for those who may announce
 *   until          its last day; empty: a week
 *
 * Nothing that was typed is left out silently: a place without a day, for
 * example, is a problem.
 */
bool read_attached(struct req *q, time_t now, bool is_reply,
		   struct attached_form *f);

/* ---- the form ----------------------------------------------------------- */

/* The names of these fields, one after the other, and then NULL. */
const char *attached_field(size_t i);

/* Whether one of them was sent that has a text which somebody typed. */
bool attached_is_typed(const struct req *q);

/*
 * Adds the fields to the form of a post: for a reply only those that were
 * sent, so that they can be emptied.  What was sent is filled in, and next to
 * each field is what is wrong with it; `bad` may be NULL.  `before` and the
 * result are those of view_problem().
 */
bool view_attached_fields(struct req *q, struct tpl *form, bool is_reply,
			  bool before, const struct attached_form *bad);

/* ---- in words ----------------------------------------------------------- */

#define ATTACHED_TEMPLATES "attached.tpl", "thumbs.tpl"

/* Includes attached.tpl at its place in `t`, if there is anything to say. */
void view_attached(struct req *q, struct tpl *t,
		   const struct rt_attached *attached);

/*
 * For a time that is too late for a scheduled post that has this: until when
 * it can be published, and why.
 */
const char *attached_deadline_problem(struct req *q,
				      const struct rt_attached *attached);

#endif
