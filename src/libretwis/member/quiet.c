#include "libretwis/member/quiet.h"

#include "schema/key.h"

_Static_assert(2 * RT_QUIET_MAX == QUIET_CAP, "as many as the table says");

/* ---- a member's list, with the session -------------------------------- */

/* A score below 0 is no number to rt_pipe_ids(), and counts as 0. */
void quiet_queue(struct rt_pipe *p, struct quiet_list *l, uint64_t id)
{
	rt_pipe_ids(p, &l->pairs, 2 * QUIET_CAP,
		    "ZRANGE " KEY_QUIET " 0 %d WITHSCORES", id, QUIET_CAP - 1);
}

enum rt_quiet quiet_is(const struct quiet_list *l, uint64_t whom)
{
	for (size_t i = 0; i + 1 < l->pairs.n; i += 2)
		if (l->pairs.v[i] == whom)
			return l->pairs.v[i + 1] ? RT_QUIET_MUTED
						 : RT_QUIET_BLOCKED;
	return RT_QUIET_NOT;
}

bool quiet_has(const struct quiet_list *l, uint64_t whom)
{
	return quiet_is(l, whom) != RT_QUIET_NOT;
}

/* ---- what one member has to do with another --------------------------- */

void quiet_queue_one(struct rt_pipe *p, const char **score, uint64_t of,
		     uint64_t whom)
{
	*score = NULL;
	if (of && whom && of != whom)
		rt_pipe_str(p, score, "ZSCORE " KEY_QUIET " " ID, of, whom);
}

bool quiet_hides(const char *score)
{
	return score;
}

bool quiet_refuses(const char *score)
{
	return score && *score == '-';
}
