/* What a reply holds, and where that goes; for pipe.c and pipe_result.c. */
#ifndef REPLY_TARGET_H
#define REPLY_TARGET_H

#include <hiredis/hiredis.h>
#include <stdbool.h>

#include "base/arena.h"
#include "base/error.h"

struct rt_pipe;

struct rt_slot {
	struct rt_slot *next;
	size_t at; /* which reply */
	void (*take)(struct rt_slot *s, const redisReply *r);
	struct arena *a;
	void *out;
	size_t n;
	const char *const *fields;
	bool optional; /* if it fails, the pipeline does not */
	bool lenient;  /* a key of another type is as good as none */
	const redisReply *reply;
	struct rt_slot *again; /* has what it was asked once more; or NULL */
};

/* The reply to the command that was queued last is for this slot. */
void slot_expect(struct rt_pipe *p, struct rt_slot slot);

/*
 * RT_OK unless the reply is an error: Redis is unwell, or we are wrong.  What
 * comes by Twemproxy may be in its own words, which mean something else from
 * Redis.
 */
enum rt_err slot_error(const redisReply *reply, bool by_proxy);

/* Twemproxy's word for what it never had an answer to: see retry_reads.h. */
bool slot_is_spoilt(const redisReply *reply);

/* What came of it at last. */
const redisReply *slot_reply(const struct rt_slot *s);

/* Whether it says that this server is no master, or not any more. */
bool slot_is_demoted(const redisReply *reply);

/* A nil in the place of the error that says that a key has another type. */
const redisReply *slot_forgive(const redisReply *reply);

/* Each writes what `r` holds to `s->out`, and never trusts its type. */
void slot_u64(struct rt_slot *s, const redisReply *r);
void slot_str(struct rt_slot *s, const redisReply *r);
void slot_strs(struct rt_slot *s, const redisReply *r);
void slot_texts(struct rt_slot *s, const redisReply *r);
void slot_hash(struct rt_slot *s, const redisReply *r);
void slot_ids(struct rt_slot *s, const redisReply *r);
void slot_nothing(struct rt_slot *s, const redisReply *r);

#endif
