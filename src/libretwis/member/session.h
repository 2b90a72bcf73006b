/*
 * Who the visitor is, read in two steps that are part of the page's own
 * pipelines; private to libretwis.
 *
 * A secret of ours contains its owner's id; the owner of a classic one is in
 * `auths`.  Both are only hints.  In an adopted database each browser has a
 * secret of its own, which counts as long as `sessions:ID` has its digest with
 * the generation that `user:ID` has.
 *
 * In any other database all browsers of a member share one secret, which is in
 * `user:ID auth`, as in PHP Retwis.  An adopted database may still have some
 * of these; sessions.c replaces each by a session of one browser.
 */
#ifndef SESSION_H
#define SESSION_H

#include "libretwis/retwis.h"
#include "libretwis/member/user_fields.h"

struct session {
	const char *secret;
	uint64_t id; /* its owner's; 0: nobody, or not known yet */
	union user_fields fields;
	const char *device;
	uint64_t unread; /* notices above the mark of what was read */
	bool checked;
	bool is_form; /* `unread` is not read */
	bool doubted; /* as RT_WAY_DOUBTFUL says */
};

/*
 * In the first pipeline: finds the owner.  It queues a command only for a
 * classic secret, and nothing for a secret of NULL.
 */
void session_queue(struct rt_pipe *p, struct session *s, const char *secret);

/*
 * In the second pipeline: reads what decides.  If your first pipeline has
 * other commands, call it there as well, right after session_queue(): it
 * queues its commands once, as soon as it can.
 */
void session_check(struct rt_pipe *p, struct session *s);

/* After the second: the visitor, or nobody (id 0). */
struct rt_user session_user(const struct session *s);

/*
 * After all sessions of a member have ended: deletes what is left of them, and
 * ends the live streams.  `listed` is the new shared secret, for `auths`, or
 * NULL.  One round trip, and one on the bus.
 */
enum rt_err session_clear(struct rt *rt, struct arena *a,
			  const struct rt_user *user, const char *listed);

#endif
