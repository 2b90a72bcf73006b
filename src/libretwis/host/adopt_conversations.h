/* Adopting the conversations of older posts; private to libretwis. */
#ifndef ADOPT_CONVERSATIONS_H
#define ADOPT_CONVERSATIONS_H

#include "libretwis/retwis.h"

/*
 * Gives each reply the beginning of its conversation, and adds it there, unless
 * that has been done already.  So an interrupted run can simply be repeated.
 * Four or five round trips for a hundred ids.  `tell` is called with how many
 * of them are done, or is NULL.
 */
enum rt_err adopt_conversations(struct rt *rt,
				void (*tell)(uint64_t done, uint64_t total));

#endif
