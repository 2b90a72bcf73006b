/* Copies of display names in posts; private to libretwis. */
#ifndef RENAME_H
#define RENAME_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

/* Queues the copy into one post, if that is the author's; NULL: none. */
void rename_post(struct rt_pipe *p, uint64_t post, uint64_t author,
		 const char *display);

#endif
