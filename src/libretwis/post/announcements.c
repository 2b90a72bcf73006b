/*
 * Announcements.
 *
 * The deletion of a post closes it before it drops `read:POST`.  So a member
 * who is stored there at that very moment finds the post gone afterwards, and
 * is taken out again.
 */
#include "libretwis/post/announcements.h"

#include "base/clock.h"
#include "libretwis/post/attached.h"
#include "libretwis/post/target.h"
#include "schema/key.h"

bool rt_may_announce(const struct rt *rt, const struct rt_user *me)
{
	switch (rt_site(rt)->announcers) {
	case RT_ANNOUNCE_MEMBERS:
		return rt_belongs(me->standing);
	case RT_ANNOUNCE_MODERATORS:
		return rt_moderates(me->standing);
	default:
		return me->standing == RT_HOST;
	}
}

/* ---- "I've read it" ----------------------------------------------------- */

/* `runs` is false after its end. */
static enum rt_err announcement_find(struct rt *rt, struct arena *a,
				     uint64_t post, bool *runs)
{
	struct rt_attached attached;
	struct target target;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	target_queue(&p, &target, post);
	if ((err = rt_pipe_end(&p)))
		return err;
	attached = attached_read(a, &target.fields);
	if (!target_author(&target) || target_is_gone(&target) ||
	    !attached.announced)
		return RT_NOT_FOUND;
	*runs = rt_announcement_runs(&attached);
	rt_pipe_begin(&p, rt, a);
	target_check(&p, &target);
	if ((err = rt_pipe_end(&p)))
		return err;
	return target_is_suspended(&target) ? RT_NOT_FOUND : RT_OK;
}

/* RT_NOT_FOUND if the post was deleted meanwhile. */
static enum rt_err announcement_store(struct rt *rt, struct arena *a,
				      uint64_t me, uint64_t post)
{
	uint64_t author = 0;
	struct rt_pipe p;
	enum rt_err err;

	rt_pipe_begin(&p, rt, a);
	rt_pipe(&p, "ZADD " KEY_READ_BY " NX %s " ID, post, clock_score(a),
		me);
	rt_pipe_then(&p);
	rt_pipe_u64(&p, &author, "HGET " KEY_POST " user_id", post);
	if ((err = rt_pipe_end(&p)))
		return err;
	return author ? RT_OK : RT_NOT_FOUND;
}

void announcement_forget(struct rt_pipe *p, uint64_t post, uint64_t member)
{
	rt_pipe(p, "ZREM " KEY_READ_BY " " ID, post, member);
}

enum rt_err rt_announcement_read(struct rt *rt, struct arena *a,
				 const struct rt_user *me, uint64_t post)
{
	struct rt_pipe p;
	bool runs = false;
	enum rt_err err, why;

	if ((err = announcement_find(rt, a, post, &runs)) || !runs)
		return err;
	why = announcement_store(rt, a, me->id, post);
	if (why != RT_NOT_FOUND)
		return why;
	rt_pipe_begin(&p, rt, a);
	announcement_forget(&p, post, me->id);
	err = rt_pipe_end(&p);
	return err ? err : why;
}

/* ---- who has read them -------------------------------------------------- */

void announcements_queue(struct rt_pipe *p, struct announcements_load *l,
			 uint64_t visitor, const struct rt_posts *posts)
{
	l->read = arena_alloc(p->a, posts->n * sizeof *l->read);
	for (size_t i = 0; visitor && i < posts->n; i++)
		if (rt_announcement_runs(&posts->v[i].attached))
			rt_pipe_str(p, &l->read[i],
				    "ZSCORE " KEY_READ_BY " " ID,
				    posts->v[i].id, visitor);
}

void announcements_parse(const struct announcements_load *l,
			 struct rt_posts *posts)
{
	for (size_t i = 0; i < posts->n; i++)
		posts->v[i].attached.read = l->read[i];
}

void readers_queue(struct rt_pipe *p, struct readers_load *l, uint64_t post,
		   const union post_fields *fields)
{
	const time_t ends = attached_read(p->a, fields).announced;

	*l = (struct readers_load){
		.is_counted = ends && ends + READ_BY_SECONDS > time(NULL),
	};
	if (!l->is_counted)
		return;
	rt_pipe_u64(p, &l->readers, "ZCARD " KEY_READ_BY, post);
	rt_pipe_u64(p, &l->listed, "ZCARD " KEY_DIRECTORY);
	rt_pipe_u64(p, &l->suspended, "ZCARD " KEY_SUSPENDED);
}

void readers_parse(const struct readers_load *l, struct rt_attached *attached,
		   uint64_t *members)
{
	*members = 0;
	if (!l->is_counted)
		return;
	attached->readers = l->readers;
	if (l->listed > l->suspended)
		*members = l->listed - l->suspended;
}
