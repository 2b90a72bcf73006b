/* Adopting the conversations of older posts; private to libretwis. */
#ifndef ADOPT_CONVERSATIONS_H
#define ADOPT_CONVERSATIONS_H

#include "libretwis/retwis.h"

/*
 * Gives each post the beginning of its conversation, and adds each reply to its
 * conversation, unless they have that already.  So an interrupted run can
 * simply be repeated.  Four or five round trips for a hundred ids.  `tell` is
 * called with how many of them are done, or is NULL.
 */
enum rt_err adopt_conversations(struct rt *rt,
				void (*tell)(uint64_t done, uint64_t total));

#endif
