/*
 * Whether the database is adopted; private to libretwis.
 *
 * In an adopted database home timelines are a cache: trimmed, expired and
 * rebuilt.  In any other they alone tell what a member wrote, and we leave them
 * as they are.  An adopted database stays so: a connection asks only until it
 * is told.
 */
#ifndef LAYOUT_H
#define LAYOUT_H

#include "libretwis/redis/pipe.h"

/* Asks, in any pipeline; nothing if the connection knows already. */
void layout_ask(struct rt_pipe *p, const char **layout);

/* After the pipeline. */
bool layout_adopted(struct rt *rt, const char *layout);

#endif
