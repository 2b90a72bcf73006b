/*
 * The answer to a form from a stale page: since that page was loaded, its
 * member has signed out or in, in another tab or on another device.  That is
 * no attack, so the page says what happened and shows the button again.  A
 * password or a file can't come back; for a form with one of these, it links
 * to that form.
 */
#ifndef STALE_H
#define STALE_H

#include "http/req.h"

/*
 * Answers a POST whose csrf isn't the member's (403), with a button that does
 * what the form would have done and has the right csrf.  It may be called only
 * after req_require() has let the form pass, so that it can't come from
 * another site; and even then a person has to press that button.
 *
 * The page names the post or the member that the form is about, for two round
 * trips each.
 *
 * Returns false, without an answer, if none of our forms sends this.
 */
bool page_stale(struct req *q);

/*
 * Answers a form with a reason or a text that the database can't take right now
 * (503): with what was typed, and a button that sends it again.  The same
 * conditions, and the same result.
 */
bool page_resend(struct req *q);

#endif
