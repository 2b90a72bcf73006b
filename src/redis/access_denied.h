/*
 * Commands that Redis refuses to our user because of its access control list,
 * which is conf/redis.acl or the host's own.
 */
#ifndef ACCESS_DENIED_H
#define ACCESS_DENIED_H

#include <hiredis/hiredis.h>
#include <stdbool.h>
#include <stdint.h>

struct rt_pipe;

bool access_denied_is(const redisReply *reply);

/*
 * Logs the command and the user of `address` on stderr if the reply is such a
 * refusal.  Every page may run into the same one, so it is logged once a minute
 * at most: `quiet_until` is that of outage_may_log().
 */
void access_denied_report(int64_t *quiet_until, const char *address,
			  const char *command, const redisReply *reply);

/* The same for the next reply of a pipeline, whose command it looks up. */
void access_denied_report_next(struct rt_pipe *p, const redisReply *reply);

/* Logs an error of Redis, whose text may contain anything. */
void error_log(const redisReply *reply);

#endif
