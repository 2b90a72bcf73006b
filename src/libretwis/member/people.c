/* A member's followers, and those whom the member follows. */
#include "libretwis/member/member.h"
#include "libretwis/member/user.h"
#include "libretwis/member/user_fields.h"
#include "schema/key.h"

/*
 * How many entries a page reads; the last one only shows that there are more.
 */
#define WIDTH (4 * RT_PEOPLE + 1)

/* A list of people while it is being read. */
struct people_query {
	struct member member;
	struct rt_ids ids;
	union user_fields *fields;
	const char **followed;
};

static void people_queue_ids(struct rt_pipe *p, struct people_query *l,
			     enum rt_side side, int64_t start)
{
	long long from = start, to = from + WIDTH - 1;

	if (side == RT_FOLLOWERS)
		rt_pipe_ids(p, &l->ids, WIDTH,
			    "ZREVRANGE " KEY_FOLLOWERS " %lld %lld",
			    l->member.id, from, to);
	else
		rt_pipe_ids(p, &l->ids, WIDTH,
			    "ZREVRANGE " KEY_FOLLOWING " %lld %lld",
			    l->member.id, from, to);
}

static enum rt_err people_find(struct rt *rt, struct arena *a,
			       struct people_query *l, const char *secret,
			       const char *name, enum rt_side side,
			       int64_t start)
{
	struct rt_pipe p;

	rt_pipe_begin_lenient(&p, rt, a);
	member_queue(&p, &l->member, secret, name);
	if (l->member.id)
		people_queue_ids(&p, l, side, start);
	return rt_pipe_end(&p);
}

static enum rt_err people_read_ids(struct rt *rt, struct arena *a,
				   struct people_query *l, enum rt_side side,
				   int64_t start)
{
	struct rt_pipe p;
	enum rt_err err;

	if (member_guessed(&l->member))
		return RT_OK;
	do {
		rt_pipe_begin_lenient(&p, rt, a);
		member_request(&p, &l->member);
		people_queue_ids(&p, l, side, start);
		err = rt_pipe_end(&p);
	} while (!err && member_must_reread(&l->member));
	return err;
}

static void people_queue(struct rt_pipe *p, struct people_query *l,
			 size_t from, size_t to, uint64_t visitor)
{
	struct rt_ids ids = { 0 };

	if (from >= l->ids.n)
		return;
	ids.v = l->ids.v + from;
	for (size_t i = from; i < to && i < l->ids.n; i++, ids.n++)
		user_fields_queue(p, &l->fields[i], l->ids.v[i],
				  USER_USERNAME | USER_BIO | USER_DISPLAY |
					  USER_STANDING |
					  user_fields_face(p->rt));
	relation_queue(p, l->followed + from, visitor, ids);
}

/* Leaves out members whose hash is gone, and who are suspended. */
static void people_parse(struct arena *a, const struct people_query *l,
			 int64_t start, struct rt_people *r)
{
	struct rt_people_list *list = &r->list;
	size_t i = 0;

	list->n = 0;
	for (; i < WIDTH - 1 && i < l->ids.n && list->n < RT_PEOPLE; i++) {
		const union user_fields *fields = &l->fields[i];

		if (fields->username &&
		    session_sees(&l->member.visitor, fields->standing))
			list->v[list->n++] = (struct rt_person){
				.id = l->ids.v[i],
				.name = fields->username,
				.display = fields->display,
				.face = fields->face,
				.bio = bio_shown(a, fields->bio),
				.followed = l->followed[i],
			};
	}
	r->older = i < l->ids.n ? start + (int64_t)i : 0;
}

/* If some are gone, the next ones take their places. */
static enum rt_err people_read(struct rt *rt, struct arena *a,
			       struct people_query *l, int64_t start,
			       struct rt_people *r)
{
	struct rt_pipe p;
	enum rt_err err;

	l->fields = arena_alloc(a, l->ids.n * sizeof *l->fields);
	l->followed = arena_alloc(a, l->ids.n * sizeof *l->followed);
	r->list.v = arena_alloc(a, RT_PEOPLE * sizeof *r->list.v);
	rt_pipe_begin_lenient(&p, rt, a);
	member_finish(&p, &l->member);
	people_queue(&p, l, 0, RT_PEOPLE, r->me.id);
	member_note(&p, &l->member);
	if ((err = rt_pipe_end(&p)))
		return err;
	people_parse(a, l, start, r);
	rt_pipe_begin_lenient(&p, rt, a);
	member_queue_known(&p, &l->member);
	if (r->list.n < RT_PEOPLE)
		people_queue(&p, l, RT_PEOPLE, WIDTH - 1, r->me.id);
	if ((err = rt_pipe_end(&p)))
		return err;
	people_parse(a, l, start, r);
	rt_pipe_begin_lenient(&p, rt, a);
	member_queue_known(&p, &l->member);
	return rt_pipe_end(&p);
}

enum rt_err rt_people(struct rt *rt, struct arena *a, const char *secret,
		      const char *name, enum rt_side side, int64_t start,
		      struct rt_people *people)
{
	struct rt_people r = { 0 };
	struct people_query l = { 0 };
	enum rt_err err;

	if ((err = people_find(rt, a, &l, secret, name, side, start)) ||
	    (err = people_read_ids(rt, a, &l, side, start)))
		return err;
	r.me = session_user(&l.member.visitor);
	if (!member_exists(&l.member)) {
		*people = r;
		return RT_OK;
	}
	if ((err = people_read(rt, a, &l, start, &r)))
		return err;
	r.member = member_parse(rt, a, &l.member);
	*people = r;
	return RT_OK;
}
