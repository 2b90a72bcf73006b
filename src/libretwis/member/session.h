/*
 * Who the visitor is, found in two steps that ride in the pipelines of a
 * page's own reads; private to libretwis.
 *
 * A secret of ours names its owner; of a classic one `auths` does.  Both are
 * only hints.  In an adopted database each browser has a secret of its own, and
 * it counts as long as `sessions:ID` has its digest, with the generation that
 * `user:ID` has (device.h).
 *
 * In any other database all browsers of a member share one secret, which
 * `user:ID auth` holds, as PHP Retwis has it.  An adopted one may hold some
 * from before: sessions.c turns these into sessions of a browser.
 */
#ifndef SESSION_H
#define SESSION_H

#include "libretwis/retwis.h"
#include "libretwis/member/user_fields.h"

struct session {
	const char *secret;
	uint64_t id; /* its owner; 0: nobody, or not known yet */
	union user_fields fields;
	const char *device;
	uint64_t unread; /* how many notices stand above the mark */
	bool checked;
	bool is_form; /* nobody asks for `unread` */
	bool doubted; /* its cookie may be of anybody: RT_WAY_DOUBTFUL */
};

/*
 * In the first pipeline: finds the owner.  Queues a command only for a classic
 * secret, and nothing for a secret of NULL.
 */
void session_queue(struct rt_pipe *p, struct session *s, const char *secret);

/*
 * In the second pipeline: reads what decides.  If your first pipeline reads
 * more than the session, call it there, too, right behind session_queue(): it
 * asks once, as soon as it can.
 */
void session_check(struct rt_pipe *p, struct session *s);

/* After the second: the visitor, or nobody (id 0). */
struct rt_user session_user(const struct session *s);

/*
 * When all sessions of a member have ended: takes away what is left of them,
 * and ends the live streams.  `listed` is the secret that has taken the place
 * of a shared one, for `auths`; NULL for none.  One round trip, and one on the
 * bus.
 */
enum rt_err session_clear(struct rt *rt, struct arena *a,
			  const struct rt_user *user, const char *listed);

#endif
