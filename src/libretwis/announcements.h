/* Announcements.  Part of retwis.h. */
#ifndef ANNOUNCEMENTS_H
#define ANNOUNCEMENTS_H

#include "libretwis/writing.h"

/* Whether this member may announce something.  No round trip. */
bool rt_may_announce(const struct rt *rt, const struct rt_user *me);

#endif
