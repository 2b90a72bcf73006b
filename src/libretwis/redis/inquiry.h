/*
 * Pipelines for a program with libevent's loop: sent without waiting, and
 * somebody is called when all replies are there.  So whatever Redis does, the
 * loop goes on.
 *
 * One pipeline at a time: a program that has more to ask gathers it until then,
 * and nothing piles up before a Redis that does not answer.
 */
#ifndef INQUIRY_H
#define INQUIRY_H

#include "libretwis/error.h"

struct event_base;
struct inquiry;
struct rt_config;
struct rt_pipe;

/* `conf` has to outlive it.  It connects once there is something to ask. */
struct inquiry *inquiry_open(const struct rt_config *conf,
			     struct event_base *base);

/* A pipeline that is on its way is forgotten. */
void inquiry_close(struct inquiry *q);

/* For rt_pipe_begin().  Only inquiry_send() may end such a pipeline. */
struct rt *inquiry_rt(const struct inquiry *q);

/*
 * What rt_pipe_end() does, and then calls `done` with what that would return:
 * RT_DOWN after the time-out at the latest, and at once where there is nothing
 * to ask or no way to ask it.  The pipeline's arena has to last until then.
 * Not before the one before is done.
 */
void inquiry_send(struct inquiry *q, const struct rt_pipe *p,
		  void (*done)(void *who, enum rt_err err), void *who);

#endif
