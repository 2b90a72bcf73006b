/* Who may read at a private address; private to libretwis. */
#ifndef TIMELINE_PRIVATE_ADDRESS_H
#define TIMELINE_PRIVATE_ADDRESS_H

#include "libretwis/member/user_fields.h"
#include "libretwis/private_address.h"

struct private_address {
	enum rt_private which;
	const char *secret;
	uint64_t owner;
	union user_fields fields; /* the owner's USER_DISPLAY, too */
};

/* Finds the owner in the secret; false if it is nobody's. */
bool private_address_begin(struct private_address *of, enum rt_private which,
			   const char *secret);

/* Queues one command. */
void private_address_queue(struct rt_pipe *p, struct private_address *of);

/*
 * After it: whether the secret opens it, and its owner is neither suspended nor
 * waiting for approval.  Until then the caller shows nothing of the owner.
 */
bool private_address_opens(struct arena *a, const struct private_address *of);

#endif
