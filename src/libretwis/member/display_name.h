/*
 * The user name, the display name and the face of members; private to
 * libretwis.
 *
 * `user:ID display` decides.  For the search both have entries in `members`,
 * see name_index.h.
 */
#ifndef DISPLAY_NAME_H
#define DISPLAY_NAME_H

#include "libretwis/retwis.h"
#include "redis/pipe.h"

/*
 * Queues a read of both names, and of the face if the site has pictures.  If
 * there is no such member, `name` is NULL.
 */
void display_name_queue(struct rt_pipe *p, struct rt_names *c, uint64_t id);

/* Whether they are those of a member who is suspended. */
bool names_are_suspended(const struct rt_names *names);

#endif
