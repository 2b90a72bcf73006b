#include "libretwis/member/newest.h"

#include "libretwis/redis/ids.h"

#define LOOKED      20
#define FRIENDS_MAX 100

struct newest {
	const char *name[LOOKED];
	uint64_t id[LOOKED];
	struct rt_ids friends;
};

void newest_ask(struct rt_pipe *p, const char **name, size_t n)
{
	rt_pipe_strs(p, name, n, "ZREVRANGE " KEY_BY_TIME " 0 %d", (int)n - 1);
}

void newest_ask_ids(struct rt_pipe *p, const char *const *name, uint64_t *id,
		    size_t n)
{
	for (size_t i = 0; i < n && name[i]; i++)
		rt_pipe_u64(p, &id[i], "HGET " KEY_USERS " %s", name[i]);
}

static enum rt_err newest_look(struct rt *rt, struct arena *a, uint64_t me,
			       struct newest *n)
{
	struct rt_pipe p;

	rt_pipe_look(&p, rt, a);
	newest_ask(&p, n->name, LOOKED);
	rt_pipe_ids(&p, &n->friends, FRIENDS_MAX,
		    "ZREVRANGE " KEY_FOLLOWING " 0 %d", me, FRIENDS_MAX - 1);
	return rt_pipe_end(&p);
}

static enum rt_err newest_find(struct rt *rt, struct arena *a,
			       struct newest *n)
{
	struct rt_pipe p;

	rt_pipe_look(&p, rt, a);
	newest_ask_ids(&p, n->name, n->id, LOOKED);
	return rt_pipe_end(&p);
}

enum rt_err newest_to_follow(struct rt *rt, struct arena *a, uint64_t me,
			     struct rt_people_list *list)
{
	struct rt_people_list l = { .v = arena_alloc(a,
						     RT_FACES * sizeof *l.v) };
	struct newest n = { 0 };
	enum rt_err err;

	if ((err = newest_look(rt, a, me, &n)) ||
	    (err = newest_find(rt, a, &n)))
		return err;
	for (size_t i = 0; i < LOOKED && l.n < RT_FACES; i++)
		if (n.id[i] && n.id[i] != me && !ids_have(n.friends, n.id[i]))
			l.v[l.n++] = (struct rt_person){ .id = n.id[i],
							 .name = n.name[i] };
	*list = l;
	return RT_OK;
}
