/*
 * Every member's id that was ever given: a member of a claimed name has it, or
 * nothing is left of it; private to libretwis.
 */
#ifndef MEMBER_IDS_H
#define MEMBER_IDS_H

#include "libretwis/check/types.h"

/* Queues a look at which of them are there: 1 or 0 for each. */
void member_ask_keys(struct rt_pipe *p, uint64_t id,
		     uint64_t there[MEMBER_KEYS]);
bool member_has_any(const uint64_t there[MEMBER_KEYS]);

extern const struct look ids_look;

enum rt_err mend_claim_lost(struct check *c, const struct fault *f);
enum rt_err mend_unclaimed(struct check *c, const struct fault *f);
enum rt_err mend_nobody(struct check *c, const struct fault *f);

#endif
