/*
 * How a newcomer uses an invitation; private to libretwis.
 *
 * The hash of a link has a field for each form that has claimed a use: the
 * time of the claim, followed by the id of the new member once there is one.
 */
#ifndef INVITATION_H
#define INVITATION_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

/*
 * Claims a use for the form.  RT_NOT_FOUND if none is left.  One round trip.
 */
enum rt_err guest_claim(struct rt *rt, struct arena *a, const char *token,
			const char *nonce);

/*
 * Binds the form to this member, before the name is claimed.  `of` is the
 * member that it is bound to then: another one, if the form was submitted
 * before.  RT_NOT_FOUND if the claim was released.  One round trip.
 */
enum rt_err guest_bind(struct rt *rt, struct arena *a, const char *token,
		       const char *nonce, uint64_t id, uint64_t *of);

/*
 * Unbinds it if the name was taken, so that the form may try another name.
 * One round trip.
 */
enum rt_err guest_unbind(struct rt *rt, struct arena *a, const char *token,
			 const char *nonce, uint64_t id);

#endif
