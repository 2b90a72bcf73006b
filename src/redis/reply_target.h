/* What a reply holds, and where that goes; for pipe.c and pipe_result.c. */
#ifndef REPLY_TARGET_H
#define REPLY_TARGET_H

#include <hiredis/hiredis.h>
#include <stdbool.h>

#include "base/arena.h"
#include "base/error.h"

struct rt_pipe;

struct reply_target {
	struct reply_target *next;
	size_t at; /* which reply */
	void (*take)(struct reply_target *s, const redisReply *r);
	struct arena *a;
	void *out;
	size_t n;
	const char *const *fields;
	bool optional; /* if it fails, the pipeline does not */
	bool lenient;  /* a key of another type is as good as none */
	const redisReply *reply;
	struct reply_target
		*again; /* has what it was asked once more; or NULL */
};

/* The reply to the command that was queued last is for this slot. */
void reply_target_add(struct rt_pipe *p, struct reply_target slot);

/*
 * RT_OK unless the reply is an error: Redis is unwell, or we are wrong.  What
 * comes by Twemproxy may be in its own words, which mean something else from
 * Redis.
 */
enum rt_err target_error(const redisReply *reply, bool by_proxy);

/* Twemproxy's word for what it never had an answer to: see retry_reads.h. */
bool target_is_spoilt(const redisReply *reply);

/* What came of it at last. */
const redisReply *target_reply(const struct reply_target *s);

/* Whether it says that this server is no master, or not any more. */
bool target_is_demoted(const redisReply *reply);

/* A nil in the place of the error that says that a key has another type. */
const redisReply *target_forgive(const redisReply *reply);

/* Each writes what `r` holds to `s->out`, and never trusts its type. */
void target_u64(struct reply_target *s, const redisReply *r);
void target_str(struct reply_target *s, const redisReply *r);
void target_strs(struct reply_target *s, const redisReply *r);
void target_texts(struct reply_target *s, const redisReply *r);
void target_hash(struct reply_target *s, const redisReply *r);
void target_fields(struct reply_target *s, const redisReply *r);
void target_ids(struct reply_target *s, const redisReply *r);
void target_nothing(struct reply_target *s, const redisReply *r);

#endif
