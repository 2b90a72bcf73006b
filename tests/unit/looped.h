/* Sending commands in libevent's loop, for tests that wait for the answer. */
#ifndef LOOPED_H
#define LOOPED_H

#include <event2/event.h>

#include "redis/async_client.h"
#include "unit.h"

/* A loop, and an inquiry to the test's Redis. */
struct looped {
	struct event_base *base;
	struct async_client *inquiry;
	bool is_done;
	enum rt_err err;
};

void looped_open(struct looped *l);
void looped_close(struct looped *l);

/* To be called when it is done, with a struct looped. */
void looped_done(void *who, enum rt_err err);

/* Runs the loop until that was called, and returns the error. */
enum rt_err looped_wait(struct looped *l);

/* rt_live_state() from beginning to end. */
enum rt_err looped_live_state(struct rt_live_state *state, size_t n,
			      struct rt_live_lists *lists);

#endif
