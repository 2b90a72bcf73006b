/* The question of a post: how it was answered, and the buttons to answer it. */
#ifndef VIEW_QUESTION_H
#define VIEW_QUESTION_H

#include "libretwis/retwis.h"
#include "http/req.h"
#include "view/fragment.h"
#include "view/tpl.h"

/*
 * Shows the question of a post in its card, as QUESTION, unless it asks none.
 * With `buttons`, the answers are buttons of the form around the card until it
 * ends.  A `whole` card has none to "Who comes?", since it is on the page that
 * has view_answer_form().
 */
void view_question(struct arena *a, struct tpl *t, const struct rt_post *post,
		   bool buttons, bool whole);

/* Adds everything that it shows, apart from the last two. */
void view_question_key(struct arena *a, struct fragment_key *key,
		       const struct rt_question *question);

#define ANSWER_TEMPLATES "answer_form.tpl"

/* Whether the visitor can answer this post with view_answer_form(). */
bool view_has_answer_form(const struct req *q, const struct rt_post *post);

/*
 * Includes ANSWER_FORM, the form for "Who comes?" with guests, and returns it
 * for view_problem().  `guests` is what was typed; NULL: what is stored.
 */
struct tpl *view_answer_form(struct req *q, struct tpl *t,
			     const struct rt_post *post, const char *guests);

/*
 * Reads what a button to answer sends: "ID.N" is the answer with the index N
 * to the question of the post ID.  Returns false for anything else.
 */
bool read_answer(const char *text, uint64_t *post, unsigned *answer);

/*
 * Whether rt_answer() was refused because of the question itself, which is
 * answered then: it has ended (409), or has no such answer (404).
 */
bool page_answer_refused(struct req *q, enum rt_err err);

#endif
