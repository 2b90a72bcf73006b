/* Ends of keys; private to libretwis. */
#ifndef EXPIRE_H
#define EXPIRE_H

#include "redis/pipe.h"

/* The key ends in so many seconds, unless it has an end already. */
void expire_new(struct rt_pipe *p, const char *key, int seconds);

#endif
