/*
 * What becomes of the replies of a pipeline.
 *
 * rt_pipe_end() does all of this at once.  Here are the single steps, for those
 * who get the replies of a pipeline one by one.
 */
#ifndef PIPE_RESULT_H
#define PIPE_RESULT_H

#include <hiredis/hiredis.h>
#include <stdbool.h>

#include "base/arena.h"
#include "base/error.h"
#include "redis/pipe.h"

/* Adds the next reply, which has to live in the pipeline's arena. */
void pipe_result_add(struct rt_pipe *p, const redisReply *reply);

/* Whether every queued command has its reply. */
bool pipe_result_is_whole(const struct rt_pipe *p);

/*
 * Evaluates the replies to the greeting, which come first.  If they mean an
 * error, the pipeline returns it and stores no other reply.
 */
void pipe_result_greeting(struct rt_pipe *p);

/* Stores all that the replies hold, and returns the first error. */
enum rt_err pipe_result(struct rt_pipe *p);

/* ---- a single reply ------------------------------------------------------ */

/* Where the reply to one command is stored, and how. */
struct reply_target {
	struct reply_target *next;
	size_t index; /* of the command in the pipeline */
	void (*store)(struct reply_target *s, const redisReply *r);
	struct arena *a;
	void *out;
	size_t n;
	const char *const *fields;
	bool optional; /* its error is not one of the pipeline */
	bool lenient;  /* a key of the wrong type counts as missing */
	const redisReply *reply;
	struct reply_target *retry; /* of the command sent again; or NULL */
};

/* Adds a target for the command that was queued last. */
void reply_target_add(struct rt_pipe *p, struct reply_target target);

/*
 * Returns RT_OK unless the reply is an error, which means that Redis has a
 * problem or that our command is wrong.  Twemproxy has errors of its own, whose
 * texts mean something else when Redis itself sends them.
 */
enum rt_err reply_target_error(const redisReply *reply, bool by_proxy);

/*
 * Whether Twemproxy closed the server's connection before this command was
 * answered: see retry_reads_save().
 */
bool reply_target_is_aborted(const redisReply *reply);

/* The reply, or that of the last retry. */
const redisReply *reply_target_reply(const struct reply_target *s);

/* Whether the reply says that this server is not, or no longer, a master. */
bool reply_target_is_demoted(const redisReply *reply);

/* Returns a nil if the reply says that the key has the wrong type. */
const redisReply *reply_target_forgive(const redisReply *reply);

/* Each stores what `r` holds in `s->out`, whatever type `r` has. */
void reply_target_u64(struct reply_target *s, const redisReply *r);
void reply_target_str(struct reply_target *s, const redisReply *r);
void reply_target_strs(struct reply_target *s, const redisReply *r);
void reply_target_texts(struct reply_target *s, const redisReply *r);
void reply_target_hash(struct reply_target *s, const redisReply *r);
void reply_target_fields(struct reply_target *s, const redisReply *r);
void reply_target_ids(struct reply_target *s, const redisReply *r);
void reply_target_nothing(struct reply_target *s, const redisReply *r);

/* ---- reads that a proxy has aborted -------------------------------------- */

/*
 * Twemproxy does not know the error OOM by which a full Redis refuses a write.
 * It closes its connection to that server, and all commands that were under way
 * there get an error of the proxy, including those of other visitors and
 * programs.  Nobody knows which of them were executed.  Commands that only read
 * are sent again, because otherwise no page could be read while Redis is full.
 */

/* Saves the commands before they are sent for the `times`-th time, from 0. */
void retry_reads_save(struct rt_pipe *p, int times);

/*
 * Queues the aborted reads again.  If a write was aborted that must not fail,
 * the pipeline fails.
 */
void retry_reads_queue(struct rt_pipe *p);

#endif
