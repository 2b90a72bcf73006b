#include "libretwis/member/quiet.h"

#include "libretwis/member/display_name.h"
#include "libretwis/member/quiet_end.lua.h"
#include "libretwis/member/quiet_set.lua.h"
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

/* ---- whether one member mutes or blocks another ------------------------ */

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

/* ---- changing it ------------------------------------------------------ */

void quiet_set(struct rt_pipe *p, uint64_t me, uint64_t whom,
	       enum rt_quiet kind, const char **score)
{
	rt_pipe_str(p, score, "EVAL %s 1 " KEY_QUIET " " ID " %s%lld %d",
		    QUIET_SET_LUA, me, whom,
		    kind == RT_QUIET_BLOCKED ? "-" : "", (long long)time(NULL),
		    RT_QUIET_MAX);
}

void quiet_end(struct rt_pipe *p, uint64_t me, uint64_t whom,
	       enum rt_quiet kind, uint64_t *left)
{
	rt_pipe_u64(p, left, "EVAL %s 1 " KEY_QUIET " " ID " %s",
		    QUIET_END_LUA, me, whom,
		    kind == RT_QUIET_BLOCKED ? "block" : "mute");
}

void quiet_mirror(struct rt_pipe *p, uint64_t me, uint64_t whom,
		  const char *score)
{
	rt_pipe(p, "ZADD " KEY_QUIET_BY " %s " ID, whom, score, me);
}

void quiet_unmirror(struct rt_pipe *p, uint64_t me, uint64_t whom)
{
	rt_pipe(p, "ZREM " KEY_QUIET_BY " " ID, whom, me);
}

/* ---- the page that lists it -------------------------------------------- */

static struct rt_person *quiet_add_person(struct rt_quiet_lists *lists,
					  bool is_muted)
{
	struct rt_people_list *list =
		is_muted ? &lists->muted : &lists->blocked;

	return &list->v[list->n++];
}

/*
 * Mutes come the oldest first, and blocks, whose scores are below 0, the newest
 * first.  Both are shown with the newest first.
 */
static void quiet_reverse(struct rt_people_list *list)
{
	for (size_t i = 0; i < list->n / 2; i++) {
		struct rt_person *other = &list->v[list->n - 1 - i];
		struct rt_person first = list->v[i];

		list->v[i] = *other;
		*other = first;
	}
}

enum rt_err rt_quiet_lists(struct rt *rt, struct arena *a, uint64_t id,
			   struct rt_quiet_lists *lists)
{
	struct rt_quiet_lists l = { 0 };
	struct quiet_list list = { 0 };
	struct rt_names *names;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	quiet_queue(&p, &list, id);
	if ((err = rt_pipe_end(&p)))
		return err;
	names = arena_alloc(a, list.pairs.n * sizeof *names);
	l.muted.v = arena_alloc(a, list.pairs.n * sizeof *l.muted.v);
	l.blocked.v = arena_alloc(a, list.pairs.n * sizeof *l.blocked.v);
	rt_pipe_begin_lenient(&p, rt, a);
	for (size_t i = 0; i + 1 < list.pairs.n; i += 2)
		display_name_queue(&p, &names[i], list.pairs.v[i]);
	if ((err = rt_pipe_end(&p)))
		return err;
	for (size_t i = 0; i + 1 < list.pairs.n; i += 2)
		if (names[i].name)
			*quiet_add_person(&l, list.pairs.v[i + 1]) =
				(struct rt_person){
					.id = list.pairs.v[i],
					.name = names[i].name,
					.display = names[i].display,
					.face = names[i].face,
				};
	quiet_reverse(&l.muted);
	*lists = l;
	return RT_OK;
}
