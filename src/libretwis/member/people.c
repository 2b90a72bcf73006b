/* A member's followers, and whom a member follows. */
#include "libretwis/member/bio.h"
#include "libretwis/member/member.h"

/* A list of people on its way out of Redis. */
struct people_look {
	struct member member;
	struct rt_ids ids;
	const char *(*field)[MEMBER_FIELDS];
};

static enum rt_err people_find(struct rt *rt, struct arena *a,
			       struct people_look *l, const char *secret,
			       const char *name)
{
	struct rt_pipe p;

	rt_pipe_look(&p, rt, a);
	member_look(&p, &l->member, secret, name);
	return rt_pipe_end(&p);
}

static enum rt_err people_read_ids(struct rt *rt, struct arena *a,
				   struct people_look *l, enum rt_side side,
				   int64_t start)
{
	long long from = start, to = from + RT_PEOPLE;
	struct rt_pipe p;

	rt_pipe_look(&p, rt, a);
	member_ask(&p, &l->member);
	if (side == RT_FOLLOWERS)
		rt_pipe_ids(&p, &l->ids,
			    "ZREVRANGE " KEY_FOLLOWERS " %lld %lld",
			    l->member.id, from, to);
	else
		rt_pipe_ids(&p, &l->ids,
			    "ZREVRANGE " KEY_FOLLOWING " %lld %lld",
			    l->member.id, from, to);
	return rt_pipe_end(&p);
}

static enum rt_err people_read(struct rt *rt, struct arena *a,
			       struct people_look *l)
{
	struct rt_pipe p;

	l->field = arena_alloc(a, l->ids.n * sizeof *l->field);
	rt_pipe_look(&p, rt, a);
	member_finish(&p, &l->member);
	for (size_t i = 0; i < l->ids.n; i++)
		rt_pipe_strs(&p, l->field[i], MEMBER_FIELDS,
			     "HMGET " KEY_USER " username bio", l->ids.v[i]);
	return rt_pipe_end(&p);
}

/* Leaves out members whose hash is gone. */
static void people_take(struct arena *a, const struct people_look *l,
			struct rt_people *r)
{
	r->v = arena_alloc(a, l->ids.n * sizeof *r->v);
	for (size_t i = 0; i < l->ids.n; i++) {
		const char *const *field = l->field[i];

		if (field[MEMBER_NAME])
			r->v[r->n++] = (struct rt_person){
				.name = field[MEMBER_NAME],
				.bio = bio_shown(a, field[MEMBER_BIO]),
			};
	}
}

enum rt_err rt_people(struct rt *rt, struct arena *a, const char *secret,
		      const char *name, enum rt_side side, int64_t start,
		      struct rt_people *people)
{
	struct rt_people r = { 0 };
	struct people_look l = { 0 };
	enum rt_err err;

	if ((err = people_find(rt, a, &l, secret, name)) ||
	    (err = people_read_ids(rt, a, &l, side, start)))
		return err;
	r.me = session_user(&l.member.visitor);
	if (!member_exists(&l.member)) {
		*people = r;
		return RT_OK;
	}
	r.older = ids_page_cut(&l.ids, start, RT_PEOPLE);
	if ((err = people_read(rt, a, &l)))
		return err;
	r.member = member_take(a, &l.member);
	people_take(a, &l, &r);
	*people = r;
	return RT_OK;
}
