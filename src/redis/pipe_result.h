/*
 * What becomes of a pipeline; private to libretwis.
 *
 * rt_pipe_end() does all of this.  Here it is in steps, for those who get the
 * replies of a pipeline one by one.
 */
#ifndef PIPE_RESULT_H
#define PIPE_RESULT_H

#include "redis/pipe.h"

struct redisReply;

/* Takes the next reply, which lives in the pipeline's arena. */
void pipe_result_add(struct rt_pipe *p, const struct redisReply *reply);

/* Whether each command that was queued has its reply. */
bool pipe_result_is_whole(const struct rt_pipe *p);

/*
 * The greeting's reply is the first: where its answer is an error, no other
 * reply is taken.
 */
void pipe_result_greeting(struct rt_pipe *p);

/* Writes all that the replies hold, and returns the first error. */
enum rt_err pipe_result(struct rt_pipe *p);

#endif
