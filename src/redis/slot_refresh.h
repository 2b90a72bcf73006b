/* Asking a cluster who has which slot; private to libretwis. */
#ifndef SLOT_REFRESH_H
#define SLOT_REFRESH_H

#include "redis/slot_map.h"
#include "redis/batch.h"

struct slot_refresh {
	struct slot_map *map;
	bool is_known, is_stale; /* what the map says */
	bool is_over;            /* somebody has answered */
	unsigned in_vain;        /* how often nobody has, up to now */
	int64_t recipients_at;   /* of when the map is; by clock_ms() */
	struct batch trip;       /* of those who are asked now */
	struct asked asked[ADDRESS_ENDS_MAX];
	struct arena seen; /* what they answer */
	int64_t after;     /* not before; by clock_ms() */
	unsigned turn;     /* who is asked first */
};

/*
 * Asks, unless somebody is asked already, or was a moment ago.  Once there is a
 * map, its nodes are asked, and a seed that it does not have only where none of
 * them has answered a few times: it may be in another cluster by now.
 */
void slot_refresh_begin(struct slot_refresh *s, unsigned timeout_ms);

/* Whether somebody is asked; and whether this is a question of ours. */
bool slot_refresh_is_on(const struct slot_refresh *s);
bool slot_refresh_has(const struct slot_refresh *s, const struct asked *q);

/* Takes what another link has been told since; true: the map is new. */
bool slot_refresh_copy(struct slot_refresh *s,
		       const struct slot_refresh *from);

/* An answer, or NULL for one that will not come.  True: the map is new. */
bool slot_refresh_receive(struct slot_refresh *s, const struct node *n,
			  const redisReply *r);

#endif
