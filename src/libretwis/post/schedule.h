/*
 * Posts that are published later; private to libretwis.
 *
 * A scheduled post is an entry of the delayed queue `later`, on the bus: its
 * text is the whole draft, "TOKEN REPLY_TO BODY", so that one script stores it
 * and one takes it back, and no half of one is ever there.
 *
 * The token stands for what the form was: its nonce, its time and its text.
 * The same form sent twice is the same entry.  The worker publishes under the
 * token as the nonce, like a form that is sent by somebody who may die at any
 * moment and then sends it again, so the post is made once: `once:` keeps the
 * post's id for more than a year, as nobody knows when that worker's successor
 * comes.
 */
#ifndef SCHEDULE_H
#define SCHEDULE_H

#include "libretwis/redis/pipe.h"

/* All that a member has scheduled goes.  Two round trips. */
enum rt_err schedule_drop(struct rt *rt, struct arena *a, uint64_t id);

#endif
