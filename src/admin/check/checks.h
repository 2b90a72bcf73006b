/* What the walks look with; private to libretwis. */
#ifndef CHECKS_H
#define CHECKS_H

#include "admin/check/passes.h"

/* claims.c: it fills `c->claimed`, which the caller sorts. */
extern const struct look claims_look;

/* indexes.c, member_ids.c, counters.c */
extern const struct look names_look, auths_look, by_time_look, members_look,
	waiting_look, hosts_look;
extern const struct look ids_look, counters_look;

/* check_posts.c, check_home.c; that one in an adopted database only. */
looking look_posts, look_home;

/* check_notices.c, due.c, tags.c, bus_keys.c */
extern const struct look notices_look, scheduled_look, tags_look;
extern const struct look trends_look, keys_look, queues_look;

#endif
