/* What the walks look with; private to libretwis. */
#ifndef CHECKS_H
#define CHECKS_H

#include "admin/check/passes.h"

/* claims.c: it fills `c->claimed`, which the caller sorts. */
extern const struct pass claims_pass;

/* indexes.c, member_ids.c, counters.c */
extern const struct pass names_pass, auths_pass, by_time_pass, members_pass,
	waiting_pass, hosts_pass;
extern const struct pass ids_pass, counters_pass;

/* check_posts.c, check_home.c; that one in an adopted database only. */
chunk_check check_posts, check_home;

/* check_notices.c, due.c, tags.c, bus_keys.c */
extern const struct pass notices_pass, scheduled_pass, tags_pass;
extern const struct pass trends_pass, keys_pass, queues_pass;

#endif
