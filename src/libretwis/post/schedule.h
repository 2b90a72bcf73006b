/*
 * Posts that are published later; private to libretwis.
 *
 * A scheduled post is an entry of the delayed queue `later`, on the bus.  Its
 * text is the whole draft, "TOKEN REPLY_TO BODY": one script stores it and one
 * removes it, so there is never half a draft.
 *
 * The token is a digest of the form's nonce, its time and its text.  So the
 * same form sent twice is the same entry.
 *
 * The worker posts the draft as a member would, with the token as the nonce of
 * the form.  It may die at any moment, and then the next worker posts the
 * draft again, which makes no second post, because `once:` has the post's id.
 * Nobody knows when that next worker runs, so `once:` keeps the id for more
 * than a year, and so does the mark of a post that has been deleted in the
 * meantime.
 */
#ifndef SCHEDULE_H
#define SCHEDULE_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

/*
 * The post that a scheduled text answers; 0: none, or the text makes no sense.
 * No round trip.
 */
uint64_t schedule_reply_to(struct arena *a, const char *text);

/* Whether a scheduled text has the picture.  No round trip. */
bool schedule_names_picture(struct arena *a, const char *text,
			    const char *token);

/*
 * Whether a scheduled post of the member has the picture.  One round trip.
 */
enum rt_err schedule_has_picture(struct rt *rt, struct arena *a, uint64_t id,
				 const char *token, bool *has);

/* Removes everything that a member has scheduled.  Four round trips. */
enum rt_err schedule_drop(struct rt *rt, struct arena *a, uint64_t id);

#endif
