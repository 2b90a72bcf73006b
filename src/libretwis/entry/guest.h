/*
 * How a newcomer spends a use of an invitation; private to libretwis.
 *
 * The hash of a link has a field for each form that has claimed a use: "TIME"
 * of the claim, and behind it the id of the member, once there is one.
 */
#ifndef GUEST_H
#define GUEST_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

/* Claims a use for the form.  RT_NOT_FOUND if none is left.  One round trip. */
enum rt_err guest_claim(struct rt *rt, struct arena *a, const char *token,
			const char *nonce);

/*
 * The form becomes that of this member, before the name is taken.  `of` is
 * whose it is then: another one's, if it was sent before.  RT_NOT_FOUND if the
 * claim was given back.  One round trip.
 */
enum rt_err guest_bind(struct rt *rt, struct arena *a, const char *token,
		       const char *nonce, uint64_t id, uint64_t *of);

/* The name was taken: the form may try another one.  One round trip. */
enum rt_err guest_unbind(struct rt *rt, struct arena *a, const char *token,
			 const char *nonce, uint64_t id);

/* Queues that no worker looks after that field of a link any more. */
void guest_forget(struct rt_pipe *p, const char *token, const char *field);

/* What a form is called in the hash. */
const char *guest_form(struct arena *a, const char *nonce);

#endif
