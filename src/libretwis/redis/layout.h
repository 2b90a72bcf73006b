/*
 * Whether the database is adopted; private to libretwis.
 *
 * There home timelines are a cache: trimmed, expired and rebuilt.  Elsewhere
 * they are all that tells what a member wrote, and are left as they are.  Once
 * adopted a database stays so, so this is asked once a connection.
 */
#ifndef LAYOUT_H
#define LAYOUT_H

#include "libretwis/redis/pipe.h"

/* In any pipeline. */
void layout_ask(struct rt_pipe *p, const char **layout);

/* After it. */
bool layout_adopted(struct rt *rt, const char *layout);

#endif
