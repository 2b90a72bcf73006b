/*
 * Coming in: registering, and those who wait until a host lets them; a part of
 * retwis.h.
 */
#ifndef NEWCOMER_H
#define NEWCOMER_H

#include <time.h>

#include "libretwis/account.h"

/*
 * "Who are you?", for the hosts.  Brings what a browser sends into the stored
 * form; NULL if it is good, else a sentence for the newcomer.
 */
#define RT_WHO_MAX 280 /* code points */

const char *rt_who_problem(struct arena *a, const char *text, char **normal);

struct rt_newcomer {
	const char *name, *password;
	const char *who; /* the newcomer waits for a host; NULL: need not */
	const char *invite, *nonce; /* by whose link, and the form; or NULL */
};

/*
 * Registers a member, with a name that rt_name_problem() lets pass, and signs
 * in, unless `user` is NULL.  RT_TAKEN if somebody has the name, or has left
 * with it: when two hundred try at once, one of them gets it.  RT_LIMITED by
 * address.  Six round trips, and one hash unless the name is taken; for a
 * newcomer who has to wait eight, in which the hosts get a notice.
 *
 * By a link it is eight, and then both follow each other.  RT_NOT_FOUND if no
 * use is left; and RT_TAKEN, too, if a member has come by this form already.
 */
enum rt_err rt_newcomer(struct rt *rt, struct arena *a,
			const struct rt_newcomer *newcomer,
			struct rt_user *user);

/* The same for somebody who need not wait. */
enum rt_err rt_register(struct rt *rt, struct arena *a, const char *name,
			const char *password, struct rt_user *user);

#define RT_QUEUE 20 /* so many who wait are shown at once */

struct rt_queue {
	struct rt_queued {
		uint64_t id;
		const char *name, *who;
		time_t since;
	} v[RT_QUEUE];
	size_t n;
	uint64_t all; /* who wait */
};

/* Who waits, the first come first.  Two round trips. */
enum rt_err rt_queue(struct rt *rt, struct arena *a, struct rt_queue *queue);

/*
 * Lets them in: from now on they are members like all.  Those who do not wait
 * any more stay what they are.  Three round trips.
 */
enum rt_err rt_let_in(struct rt *rt, struct arena *a, const uint64_t *id,
		      size_t n);

/*
 * Takes away all that there is of somebody who waits, and the name is free
 * again.  RT_NOT_FOUND for everybody else.
 */
enum rt_err rt_refuse(struct rt *rt, struct arena *a, uint64_t id);

#endif
