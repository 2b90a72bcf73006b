#include "libretwis/member/newest.h"

#include <string.h>

#include "libretwis/member/member_names.h"
#include "redis/ids.h"
#include "schema/key.h"

#define FRIENDS_MAX 100

/* ---- the newest -------------------------------------------------------- */

void newest_queue(struct rt_pipe *p, struct newest *m, size_t n)
{
	m->n = n;
	rt_pipe_strs(p, m->name, n, "ZREVRANGE " KEY_BY_TIME " 0 %d",
		     (int)n - 1);
}

void newest_queue_more(struct rt_pipe *p, struct newest *m,
		       struct member_names *names, bool ids)
{
	for (size_t i = 0; i < m->n && m->name[i]; i++) {
		m->id[i] = m->known[i] = name_cache_id(m->name[i]);
		if (ids || !m->known[i])
			rt_pipe_u64(p, &m->id[i], "HGET " KEY_USERS " %s",
				    m->name[i]);
		member_names_queue(p, names, m->known[i]);
	}
}

void newest_queue_last(struct rt_pipe *p, const struct newest *m,
		       struct member_names *names)
{
	for (size_t i = 0; i < m->n && m->name[i]; i++)
		member_names_queue(p, names, m->id[i]);
}

/* A remembered id may be that of a member who has been removed. */
static void newest_parse_one(struct newest *m,
			     const struct member_names *names, size_t i)
{
	struct rt_names is = member_names_get(names, m->id[i]);
	bool is_right = is.name && strcmp(is.name, m->name[i]) == 0;
	bool is_wrong = !is_right && m->id[i] == m->known[i];

	m->called[i] = is_right ? is : (struct rt_names){ .name = m->name[i] };
	name_cache_store(m->name[i], is_wrong ? 0 : m->id[i]);
}

void newest_parse(struct newest *m, struct member_names *names)
{
	member_names_remember(names);
	for (size_t i = 0; i < m->n && m->name[i]; i++)
		newest_parse_one(m, names, i);
}

/* ---- suggestions ------------------------------------------------------- */

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
			       struct newest *m, struct member_names *names)
{
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin_lenient(&p, rt, a);
	newest_queue_more(&p, m, names, true);
	if ((err = rt_pipe_end(&p)))
		return err;
	rt_pipe_begin_lenient(&p, rt, a);
	newest_queue_last(&p, m, names);
	if (!(err = rt_pipe_end(&p)))
		newest_parse(m, names);
	return err;
}

enum rt_err newest_to_follow(struct rt *rt, struct arena *a, uint64_t me,
			     struct member_names *names,
			     struct rt_people_list *list)
{
	struct rt_people_list l = { .v = arena_alloc(a,
						     RT_FACES * sizeof *l.v) };
	struct newest *m = arena_alloc(a, sizeof *m);
	struct rt_ids friends = { 0 };
	enum rt_err err;

	if ((err = newest_read(rt, a, me, m, &friends)) ||
	    (err = newest_find(rt, a, m, names)))
		return err;
	for (size_t i = 0; i < m->n && l.n < RT_FACES; i++)
		if (m->id[i] && m->id[i] != me &&
		    !ids_have(friends, m->id[i]) &&
		    !member_names_leaves_out(names, m->id[i]))
			l.v[l.n++] = (struct rt_person){
				.id = m->id[i],
				.name = m->called[i].name,
				.display = m->called[i].display,
				.face = m->called[i].face,
			};
	*list = l;
	return RT_OK;
}
