/* What a browser calls itself. */
#ifndef AGENT_H
#define AGENT_H

#include "base/arena.h"

/*
 * "Firefox on Android", for a list of one's own devices, from the header
 * User-Agent.  NULL, and what we do not know, is "A browser".  At most 32
 * bytes, and never a word of the header itself.
 */
const char *agent_name(struct arena *a, const char *header);

#endif
