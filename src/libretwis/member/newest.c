#include "libretwis/member/newest.h"

#include <string.h>

#include "base/clock.h"
#include "libretwis/member/display_name.h"
#include "libretwis/member/recall.h"
#include "redis/ids.h"
#include "schema/key.h"

#define FRIENDS_MAX 100

/* ---- who they are ------------------------------------------------------ */

void newest_queue(struct rt_pipe *p, struct newest *m, size_t n)
{
	m->n = n;
	rt_pipe_strs(p, m->name, n, "ZREVRANGE " KEY_BY_TIME " 0 %d",
		     (int)n - 1);
}

static void newest_queue_one(struct rt_pipe *p, struct newest *m, size_t i,
			     bool ids)
{
	struct rt_display_name *is = &m->called[i];

	is->name = m->name[i];
	m->id[i] = m->known[i] = recall_id(is->name);
	if (ids || !m->known[i])
		rt_pipe_u64(p, &m->id[i], "HGET " KEY_USERS " %s", is->name);
	m->asks[i] = m->known[i] &&
		     !recall_display(p->a, is->name, clock_ms(), &is->display);
	if (m->asks[i])
		display_name_queue(p, is, m->known[i]);
}

void newest_queue_more(struct rt_pipe *p, struct newest *m, bool ids)
{
	for (size_t i = 0; i < m->n && m->name[i]; i++)
		newest_queue_one(p, m, i, ids);
}

/* Forgets a member who was remembered, and is not so any more. */
static void newest_parse_one(struct newest *m, size_t i)
{
	struct rt_display_name *is = &m->called[i];
	bool is_right = m->id[i] == m->known[i] && is->name &&
			strcmp(is->name, m->name[i]) == 0;

	if (is_right && m->asks[i])
		recall_store_display(is->name, clock_ms(), is->display);
	if (is_right)
		return;
	*is = (struct rt_display_name){ .name = m->name[i] };
	recall_store(m->name[i], m->id[i] == m->known[i] ? 0 : m->id[i]);
}

void newest_parse(struct newest *m)
{
	for (size_t i = 0; i < m->n && m->name[i]; i++)
		newest_parse_one(m, i);
}

/* ---- whom to follow ---------------------------------------------------- */

static enum rt_err newest_read(struct rt *rt, struct arena *a, uint64_t me,
			       struct newest *m, struct rt_ids *friends)
{
	struct rt_pipe p;

	rt_pipe_begin_lenient(&p, rt, a);
	newest_queue(&p, m, NEWEST_MAX);
	rt_pipe_ids(&p, friends, FRIENDS_MAX,
		    "ZREVRANGE " KEY_FOLLOWING " 0 %d", me, FRIENDS_MAX - 1);
	return rt_pipe_end(&p);
}

static enum rt_err newest_find(struct rt *rt, struct arena *a,
			       struct newest *m)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	newest_queue_more(&p, m, true);
	if (!(err = rt_pipe_end(&p)))
		newest_parse(m);
	return err;
}

enum rt_err newest_to_follow(struct rt *rt, struct arena *a, uint64_t me,
			     struct rt_people_list *list)
{
	struct rt_people_list l = { .v = arena_alloc(a,
						     RT_FACES * sizeof *l.v) };
	struct newest *m = arena_alloc(a, sizeof *m);
	struct rt_ids friends = { 0 };
	enum rt_err err;

	if ((err = newest_read(rt, a, me, m, &friends)) ||
	    (err = newest_find(rt, a, m)))
		return err;
	for (size_t i = 0; i < m->n && l.n < RT_FACES; i++)
		if (m->id[i] && m->id[i] != me && !ids_have(friends, m->id[i]))
			l.v[l.n++] = (struct rt_person){
				.id = m->id[i],
				.name = m->called[i].name,
				.display = m->called[i].display,
			};
	*list = l;
	return RT_OK;
}
