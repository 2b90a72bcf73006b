/*
 * What Redis forbids to our user, by its access control list: conf/redis.acl,
 * or that of a host.
 */
#ifndef ACCESS_DENIED_H
#define ACCESS_DENIED_H

#include <hiredis/hiredis.h>
#include <stdbool.h>
#include <stdint.h>

struct rt_pipe;

bool access_denied_is(const redisReply *reply);

/*
 * If that is such a reply, a line on stderr tells the command and the user of
 * the address, but no more often than once a minute: each page may meet it.
 * `quiet_until` is the millisecond before which nothing is told; 0 at first.
 */
void access_denied_report(int64_t *quiet_until, const char *address,
			  const char *command, const redisReply *reply);

/* The same for the next reply of that pipeline. */
void access_denied_report_next(struct rt_pipe *p, const redisReply *reply);

#endif
