/* Takes in the pictures that come with the form of a post. */
#ifndef TAKE_PICTURES_H
#define TAKE_PICTURES_H

#include "http/req.h"
#include "view/view_picture_form.h"

/* Lets the form have files, if the site has pictures.  Before the guards. */
void accept_pictures(struct req *q);

/*
 * Takes the pictures in, and adds them to `draft`, which has its nonce and its
 * body, or NULL, and is to be published now or `at` that time.  If it was
 * stored before, this is another copy of the form: it may name pictures that
 * the post has by now.  Sets q->pictures.  Returns false if it has answered.
 *
 *   pictures       up to four files
 *   alt1 to alt4   what they show: of the first, second ... file field, whether
 *                  a file was chosen in it or not
 *   kept           tokens of pictures that were taken in before, with blanks
 *                  between them; may be repeated
 */
bool take_pictures(struct req *q, struct rt_draft *draft, time_t at);

#endif
