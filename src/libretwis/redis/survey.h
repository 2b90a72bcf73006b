/* Asking a cluster who has which slot; private to libretwis. */
#ifndef SURVEY_H
#define SURVEY_H

#include "libretwis/redis/slot_map.h"
#include "libretwis/redis/trip.h"

struct survey {
	struct slot_map *map;
	bool is_known, is_stale; /* what the map says */
	bool is_over;            /* somebody has answered */
	struct trip trip;        /* of those who are asked now */
	struct asked asked[ADDRESS_ENDS_MAX];
	struct arena seen; /* what they answer */
	int64_t after;     /* not before; by clock_ms() */
	unsigned turn;     /* who is asked first */
};

/* Asks, unless somebody is asked already, or was a moment ago. */
void survey_begin(struct survey *s, unsigned timeout_ms);

/* Whether somebody is asked; and whether this is a question of ours. */
bool survey_is_on(const struct survey *s);
bool survey_has(const struct survey *s, const struct asked *q);

/* An answer, or NULL for one that will not come.  True: the map is new. */
bool survey_take(struct survey *s, const struct node *n, const redisReply *r);

#endif
