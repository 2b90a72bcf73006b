/*
 * A form of a stale page: its member has signed out or in since that page was
 * loaded, in another tab or on another device.  That is no attack, so the
 * member is told what happened, and gets the button again; or, since a password
 * or a file never comes back, the way to the form.
 */
#ifndef STALE_H
#define STALE_H

#include "http/req.h"

/*
 * Answers a POST whose csrf is not that of the member (403): with a button
 * that does what the form would have done, and carries the right csrf.  Call
 * it only once req_require() has let the form pass, so it came from no other
 * site; and then a person still has to press that button.
 *
 * It names the post or the member that the form is about, for two round trips
 * each.
 *
 * False, with no answer, for what no form of ours sends.
 */
bool page_stale(struct req *q);

#endif
