/* What `retwis-admin site` may change, for other commands. */
#ifndef COMMAND_SITE_H
#define COMMAND_SITE_H

#include "admin/commands.h"

/* Why this setting cannot be changed here, as a sentence; or NULL. */
const char *site_lock(const struct admin *admin, enum rt_setting setting);

#endif
